/** The heads of the tables in an answer, without which the figures of their rows say little. */
import { lowerBound } from '~/shared/lower-bound';
import { plainText } from './plain-text';

const rule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const row = /^\s*\|.*\|\s*$/;

/** Returns the first row of the table that has a row at an offset; undefined for the first row and outside of tables. */
export function tableHeads(answer: string): (offset: number) => string | undefined {
  const tables: { start: number; end: number; head: string }[] = [];
  let at = 0;
  let before = '';
  for (const line of answer.split('\n')) {
    const last = tables.at(-1);
    if (rule.test(line) && row.test(before)) tables.push({ start: at, end: at + line.length, head: plainText(before) });
    else if (last?.end === at - 1 && row.test(line)) last.end = at + line.length;
    before = line;
    at += line.length + 1;
  }
  return (offset) => {
    const table = tables[lowerBound(tables, ({ start }) => start <= offset) - 1];
    return table && offset <= table.end ? table.head : undefined;
  };
}
