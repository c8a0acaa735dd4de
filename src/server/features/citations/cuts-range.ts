/** Detects quotations that begin or end within a range: "20 percent of sales" out of "between 10 and 20 percent of sales". */
import { withRanges } from './claims/ranges';
import { signedFigures } from './claims/signed-figures';
import type { Span } from './fold-text';

/** How far from the edge of a quotation the figures of a range may be, and how much text around it is read. */
const near = 16;
const reach = 60;

export const cutsRange = (text: string, { start, end }: Span): boolean =>
  isWithinRange(text, start) || isWithinRange(text, end);

function isWithinRange(text: string, at: number): boolean {
  if (!/\d/.test(text.slice(Math.max(0, at - near), at)) || !/\d/.test(text.slice(at, at + near))) return false;
  const from = Math.max(0, at - reach);
  const around = text.slice(from, at + reach);
  const figures = [...signedFigures(around)];
  const next = figures.findIndex(({ start }) => from + start >= at);
  const [before, after] = [figures[next - 1], figures[next]];
  if (!before || !after || from + before.end > at) return false;
  return withRanges([before, after], around).some(({ isInRange }) => isInRange);
}
