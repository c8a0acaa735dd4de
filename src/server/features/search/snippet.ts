import type { SearchHit } from '~/shared/schemas/search';
import { textStart } from '~/shared/text-start';
import { fold, spaceless } from './search-words';

const before = 60;
const length = 200;
/** Only this much of a very long text is normalized; matches after it are not marked. */
const maxCharacters = 200_000;

interface Folded {
  text: string;
  /** Offset in the original of each character of the normalized text. */
  places: number[];
}

/** The text around its first match, with all matches in it. A search word matches the beginning of a word. */
export function snippetOf(original: string, words: readonly string[]): SearchHit['snippet'] {
  const source = original.slice(0, maxCharacters);
  const folded = foldWithPlaces(source);
  const ranges = matchesOf(folded, words);
  const start = wordStart(source, Math.max(0, (ranges[0]?.start ?? 0) - before));
  const end = start + textStart(source.slice(start), length).length;
  const pieces: SearchHit['snippet'] = [];
  const add = (text: string, isMatch: boolean) => {
    const clean = text.replace(/\s+/g, ' ').toWellFormed();
    if (clean) pieces.push({ text: clean, isMatch });
  };
  let at = start;
  if (start > 0) add('...', false);
  for (const range of ranges) {
    if (range.start < at || range.end > end) continue;
    add(source.slice(at, range.start), false);
    add(source.slice(range.start, range.end), true);
    at = range.end;
  }
  add(source.slice(at, end), false);
  if (end < original.length) add('...', false);
  return pieces;
}

function foldWithPlaces(text: string): Folded {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const piece = fold(character);
    for (let index = 0; index < piece.length; index++) places.push(place);
    folded += piece;
    place += character.length;
  }
  places.push(place);
  return { text: folded, places };
}

function matchesOf({ text, places }: Folded, words: readonly string[]): { start: number; end: number }[] {
  if (words.length === 0) return [];
  // Longest first, so that a longer word is marked as a whole even if it begins with a shorter one.
  const pattern = [...words].sort((a, b) => b.length - a.length).join('|');
  const ranges: { start: number; end: number }[] = [];
  for (const { index, 0: match } of text.matchAll(
    new RegExp(`(?<!(?!${spaceless.source})[\\p{L}\\p{M}\\p{N}](?!${spaceless.source}))(?:${pattern})`, 'gu'),
  )) {
    ranges.push({ start: places[index] ?? 0, end: places[index + match.length] ?? 0 });
  }
  return ranges.filter(({ start, end }) => end > start);
}

/** The start of the word at an offset, so that no snippet begins within a word. */
function wordStart(text: string, offset: number): number {
  if (offset === 0) return 0;
  const space = text.slice(offset, offset + before).search(/\s/);
  if (space >= 0) return offset + space + 1;
  // The second half of a character.
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset + 1 : offset;
}
