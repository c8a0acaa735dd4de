/** Separates the titles and facts above a CSV table, such as "Report date;2024-01-31", from the names of its columns. */

type Row = readonly string[];

/** Reports have a few facts; a table that never gets wider has thousands of rows. */
const maxFacts = 20;

const filledIn = (row: Row = []): string[] => row.filter((cell) => cell.trim() !== '');

/** A name with its value, without further columns. */
const isFact = (row: Row): boolean => filledIn(row).length > 0 && filledIn(row.slice(2)).length === 0;

/** Names of columns are words, years or dates. */
const isHead = (row: Row = []): boolean =>
  filledIn(row).every((cell) => /\p{L}|^\D*$|^\D{0,2}(?:19|20)\d\d\b/u.test(cell));

const isValued = ([name = '', value = '']: Row = []): boolean => name.trimEnd().endsWith(':') || /\d/.test(value);

/** The index of the first row of the table. */
export function startOfTable(rows: readonly Row[]): number {
  // Single-cell lines above a table are its titles.
  const first = Math.max(
    0,
    rows.findIndex((row) => filledIn(row).length > 1),
  );
  const near = rows.slice(first, first + maxFacts);
  const empty = near.findIndex((row) => filledIn(row).length === 0);
  const wider = near.findIndex((row) => filledIn(row).length > 0 && !isFact(row));
  const head = wider >= 0 ? wider : near.findIndex((row, index) => index > empty && filledIn(row).length > 1);
  const [row, next] = near.slice(head);
  if (head <= 0 || !isHead(row)) return first;
  const facts = near.slice(0, head);
  const isSeparate =
    wider < 0
      ? empty > 0 && isValued(near[0]) && !isValued(row) && isValued(next)
      : filledIn(next).length > 2 && ((empty > 0 && empty < wider) || facts.some(isValued));
  return isSeparate ? first + head : first;
}

/** A title, or a fact with its name. */
export const writeTitle = (row: Row): string => {
  const [name = '', ...values] = filledIn(row).map((cell) => cell.trim());
  return values.length === 1 && !name.endsWith(':') ? `${name}: ${values.join('')}` : [name, ...values].join(' ');
};
