/** Finds the passages of a page about a subject: where the words occur together, or else where most of them occur. */

export interface FoundPassage {
  start: number;
  text: string;
}

const maxPassages = 5;
const around = 300;
const longestPart = 1200;

export function findPassages(text: string, query: string): FoundPassage[] {
  const exact = placesOf(text.toLowerCase(), query.trim().toLowerCase());
  if (exact.length > 0) return exact.map((place) => passageAt(text, place - around, place + query.length + around));
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}.,%]{2,}/gu) ?? [])];
  return partsOf(text)
    .map((part) => ({ ...part, score: words.filter((word) => part.text.toLowerCase().includes(word)).length }))
    .filter(({ score }) => score > 0 && score >= words.length / 2)
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, maxPassages)
    .map(({ start, text: part }) => ({ start, text: part }));
}

/** Positions that do not share a passage. */
function placesOf(text: string, query: string): number[] {
  const places: number[] = [];
  if (query === '') return places;
  for (let at = text.indexOf(query); at >= 0 && places.length < maxPassages; ) {
    places.push(at);
    at = text.indexOf(query, at + query.length + around);
  }
  return places;
}

function passageAt(text: string, from: number, to: number): FoundPassage {
  const start = Math.max(0, from);
  return { start, text: text.slice(start, to).trim() };
}

/** Paragraphs; long ones are split. */
function partsOf(text: string): FoundPassage[] {
  const parts: FoundPassage[] = [];
  let start = 0;
  for (const paragraph of text.split('\n\n')) {
    for (let at = 0; at < paragraph.length; at += longestPart) {
      parts.push({ start: start + at, text: paragraph.slice(at, at + longestPart) });
    }
    start += paragraph.length + 2;
  }
  return parts;
}
