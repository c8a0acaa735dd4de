/** The text of a PDF page: its lines in file order, with tables of figures as Markdown. Pure. */
import { writeTable } from '~/server/reading/structure/table';
import { type Line, linesOf, type PdfItem } from './pdf-lines';
import { tablesOf } from './pdf-tables';

/** A larger distance between lines, in letter heights, starts a new paragraph. */
const paragraphGap = 1.7;

export function textOfItems(items: readonly PdfItem[]): string {
  const lines = linesOf(items);
  const tables = tablesOf(lines);
  const parts: string[] = [];
  let above: Line | undefined;
  let at = 0;
  for (const { from, to, head, rows } of [...tables, undefined].map((table) => table ?? endOf(lines))) {
    for (const line of lines.slice(at, from)) {
      const isWritten = line.text.trim() !== '';
      if (isWritten && above && above.y - line.y > paragraphGap * line.firstHeight) parts.push('\n');
      if (isWritten) above = line;
      parts.push(line.text, '\n');
    }
    if (rows.length > 0) parts.push('\n', writeTable(rows, head), '\n\n');
    if (rows.length > 0) above = undefined;
    at = to;
  }
  return parts.join('');
}

const endOf = ({ length }: readonly Line[]) => ({ from: length, to: length, head: [], rows: [] });
