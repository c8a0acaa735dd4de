/** Tables as Markdown. A long one is written in parts that repeat its head, so that every row has its columns. */

/** A part with its head fits into a passage. */
const partCharacters = 1000;
/** With a longer head, each row repeats its column names. */
const longestHead = 400;
/** Further columns are left out. */
export const maxColumns = 512;

/** `head` contains the column names; without it the first row does. Rows without text are left out. */
export function writeTable(rows: readonly (readonly string[])[], head?: readonly string[]): string {
  const filled = [...(head ? [head] : []), ...rows]
    .map((row) => row.slice(0, maxColumns).map(cellText))
    .filter((row) => row.some((cell) => cell !== ''));
  const width = filled.reduce((max, row) => Math.max(max, row.length), 0);
  const used = Array.from({ length: width }, (_, column) => column).filter((column) =>
    filled.some((row) => (row[column] ?? '') !== ''),
  );
  const [first, ...others] = filled.map((row) => used.map((column) => row[column] ?? ''));
  if (!first) return '';
  const top = `${line(first)}\n${line(first.map(() => '---'))}`;
  if (line(first).length > longestHead) return others.length > 0 ? records(first, others) : line(first);
  return parts(top, others.map(line));
}

function parts(top: string, lines: readonly string[]): string {
  const written: string[] = [];
  let part = top;
  for (const row of lines) {
    if (part !== top && part.length + 1 + row.length > partCharacters) {
      written.push(part);
      part = top;
    }
    part += `\n${row}`;
  }
  return [...written, part].join('\n\n');
}

/** Each row as "column: value", for tables wider than a passage. */
const records = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell, column) => (cell === '' ? '' : head[column] ? `${head[column]}: ${cell}` : cell))
        .filter((field) => field !== '')
        .join('; '),
    )
    .join('\n\n');

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cellText = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
