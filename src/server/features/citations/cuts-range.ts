/** Detects quotations that begin or end within a range: "20 percent of sales" out of "between 10 and 20 percent of sales". */
import { datesIn } from './claims/dates';
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
  if (isBesideDate([before, after], around)) return false;
  return withRanges([before, after], around).some(({ isInRange }) => isInRange);
}

const dateLead = /(?<!\p{L})(?:in|im|since|until|through|during|fiscal|year|years|seit|bis|jahr|jahre|en)\s$/iu;

/**
 * Whether one of two figures is only a date, as in "$5 billion in 2023 – 12% more". "2000 to 12,000 people" begins with
 * a number that only looks like a year.
 */
function isBesideDate(figures: readonly Span[], text: string): boolean {
  const dates = datesIn(text);
  const dated = figures.flatMap(({ start, end }) => {
    const date = dates.find((one) => start < one.end && one.start < end);
    return date ? { start, isLonger: date.start < start || date.end > end } : [];
  });
  return dated.length === 1 && dated.every(({ start, isLonger }) => isLonger || dateLead.test(text.slice(0, start)));
}
