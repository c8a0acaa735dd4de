/** Removes ranges from a text and maps offsets of the whole text to the text that remains. */
import type { PlaceInText } from './prepared-answer';

/** From `start` up to `end`, in characters. Lists of ranges are in order and don't overlap. */
export interface TextRange {
  start: number;
  end: number;
}

export const lengthOf = (ranges: readonly TextRange[]): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0);

export function cutOut(text: string, cuts: readonly TextRange[]): string {
  return complement(cuts, text.length)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
}

/** Maps an offset of the whole text to the text without `cuts`; one within a cut, to where that was. */
export const offsetAfter = (cuts: readonly TextRange[], offset: number): number =>
  cuts.reduce((moved, { start, end }) => moved - Math.max(0, Math.min(offset, end) - start), offset);

/** Maps a range of the whole text to the text without `cuts`; to nothing if it starts within a cut. */
export function placesAfter(cuts: readonly TextRange[]): PlaceInText {
  return (range) => {
    const { start, end } = range;
    if (start === undefined || cuts.length === 0) return [range];
    if (cuts.some((cut) => start >= cut.start && start < cut.end)) return [];
    const shift = start - offsetAfter(cuts, start);
    return [{ ...range, start: start - shift, ...(end !== undefined && { end: end - shift }) }];
  };
}

/** The cuts, and the empty lines with which the remaining text would start. */
export function withEmptyLines(cuts: readonly TextRange[], text: string): TextRange[] {
  const kept = complement(cuts, text.length);
  for (const part of kept) {
    const { length } = text.slice(part.start, part.end).trimStart();
    part.start = part.end - length;
    if (length > 0) break;
  }
  return complement(kept, text.length).filter(({ start, end }) => end > start);
}

/** What lies before, between and after the ranges. */
function complement(ranges: readonly TextRange[], length: number): TextRange[] {
  const starts = [0, ...ranges.map(({ end }) => end)];
  return starts.map((start, index) => ({ start, end: ranges[index]?.start ?? length }));
}
