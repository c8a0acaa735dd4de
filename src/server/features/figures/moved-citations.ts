import type { WrittenAnswer } from '~/server/generation/prepared-answer';
import type { Citation } from '~/shared/schemas/citations';

/**
 * The web pages cited in the first text, where the second text repeats the passage. A mark such as "[1]" may occur
 * several times, so the second one stays the second. Pages without a position stay without one.
 */
export function movedCitations(
  { content, citations }: Pick<WrittenAnswer, 'content' | 'citations'>,
  second: string,
): Citation[] {
  return citations.flatMap((citation) => {
    const { url, start, end } = citation;
    if (url === undefined) return [];
    if (start === undefined || end === undefined) return [citation];
    const passage = content.slice(start, end);
    const before = placesOf(passage, content).filter((at) => at < start).length;
    const at = placesOf(passage, second)[before];
    return at === undefined ? [] : [{ ...citation, start: at, end: at + passage.length }];
  });
}

function placesOf(passage: string, text: string): number[] {
  const places: number[] = [];
  if (passage === '') return places;
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + passage.length)) places.push(at);
  return places;
}
