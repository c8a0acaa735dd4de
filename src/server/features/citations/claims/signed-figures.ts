/** Figures with their signs. Accounts put negative figures of a table in brackets: "(4.2%)" is −4.2%. */
import { type Figure, figuresIn } from './figures';

const currency = String.raw`(?:[A-Z]{1,3}\$|[$€£¥₹]|[A-Z]{3})[\s\u00a0]?`;
/** A cell that consists of a figure in brackets; the currency, scale or unit may be outside of them. */
const bracketed = new RegExp(
  String.raw`(?<=\|[\s*_]{0,8})(?<before>(?:${currency})?)\((?<figure>\s?(?:${currency})?(?=[^()|]*[1-9])\d[\d.,'’\s\u00a0\u202f]{0,30}(?:[%‰％]|\p{L}[\p{L}.]{0,20})?)\s?\)(?<after>[^()|\d]{0,30})(?=\|)`,
  'gu',
);

/** In filings, the closing bracket and the percent sign of a figure have a cell of their own: "| (4.2 | )% |". */
const splitCell = /(?<=\d)\s{0,8}\|\s{0,8}(?<closing>\)?)\s{0,8}(?<percent>[%％]?)\s{0,8}(?=\|)/gu;

const joinedCells = (text: string): string =>
  text.replace(splitCell, (whole, closing: string, percent: string) =>
    closing === '' && percent === '' ? whole : `${closing}${percent}`.padEnd(whole.length, ' '),
  );

/** The figures of a text, in its order. */
export function* signedFigures(text: string, decimalMark?: '.' | ','): Generator<Figure> {
  if (!text.includes('|')) return yield* figuresIn(text, decimalMark);
  const cells: { start: number; end: number }[] = [];
  const plain = joinedCells(text).replace(bracketed, (whole: string, ...given: unknown[]) => {
    const { before, figure, after } = given.at(-1) as { before: string; figure: string; after: string };
    const start = given.at(-3) as number;
    cells.push({ start, end: start + whole.length });
    return `${before}${figure.trim()}${after}`.padEnd(whole.length, ' ');
  });
  for (const figure of figuresIn(plain, decimalMark)) {
    const isNegative = cells.some(({ start, end }) => start <= figure.start && figure.start < end);
    yield isNegative ? { ...figure, value: `-${figure.value}`, isBracketed: true } : figure;
  }
}
