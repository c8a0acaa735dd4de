/** Recognizes other programs' files by what is in them. Names of files and what they claim to be are not asked. */
import { readTable, type Table } from '~/server/features/positions/csv-table';
import { tooMany } from '~/server/features/positions/file-row';
import { limits } from '~/shared/limits';
import { fieldRowsOf, fieldsOf, titlesOf } from './field-rows';
import { ghostfolioActivities, isGhostfolioTable, readGhostfolio, readGhostfolioJson } from './ghostfolio';
import { isPortfolioPerformanceTable, readPortfolioPerformanceCsv } from './portfolio-performance-csv';
import { isPortfolioPerformanceXml, readPortfolioPerformanceXml } from './portfolio-performance-xml';
import { type ProgramFile, unreadableFile } from './transactions';
import { isWealthfolioTable, jsonLines, readWealthfolio } from './wealthfolio';
import { isYahooTable, readYahoo } from './yahoo';

/** Only these have other quotation marks in a CSV than the rest of the world. */
export const readProgramTable = (text: string): Table | { problem: string } => jsonLines(text) ?? readTable(text);

/** Of a table that is too long only the first row is read, which tells the program. */
export function readProgramCsv(table: Table): ProgramFile | undefined {
  const count = table.rows.length;
  if (count <= limits.importRows) return readRows(table);
  const file = readRows({ ...table, rows: table.rows.slice(0, 1) });
  return file && unreadableFile(file.program, file.problem ?? tooMany(count, 'transactions'));
}

/** The narrower descriptions come first: Ghostfolio reads almost any table of trades. */
function readRows(table: Table): ProgramFile | undefined {
  const titles = titlesOf(table);
  if (isPortfolioPerformanceTable(titles)) return readPortfolioPerformanceCsv(table, titles);
  if (isYahooTable(titles)) return readYahoo(fieldRowsOf(table));
  if (isWealthfolioTable(titles)) return readWealthfolio(fieldRowsOf(table));
  if (isGhostfolioTable(titles)) return readGhostfolio(fieldRowsOf(table));
  return undefined;
}

export function readProgramJson(value: unknown): ProgramFile | undefined {
  const activities = ghostfolioActivities(value);
  if (activities) return readGhostfolioJson(value, activities);
  if (!Array.isArray(value)) return undefined;
  const rows = fieldsOf(value);
  return rows.some(({ fields }) => fields.has('activitytype')) ? readWealthfolio(rows) : undefined;
}

export const readProgramXml = (text: string): ProgramFile | undefined =>
  isPortfolioPerformanceXml(text) ? readPortfolioPerformanceXml(text) : undefined;
