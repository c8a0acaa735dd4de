/** Detects other programs' files by their content, not by file name or type. */
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

/** Only Wealthfolio's exports quote CSV values in a non-standard way. */
export const readProgramTable = (text: string): Table | { problem: string } => jsonLines(text) ?? readTable(text);

/** If the table is too long, only its first row is read, to identify the program. */
export function readProgramCsv(table: Table): ProgramFile | undefined {
  const count = table.rows.length;
  if (count <= limits.importRows) return readRows(table);
  const file = readRows({ ...table, rows: table.rows.slice(0, 1) });
  return file && unreadableFile(file.program, file.problem ?? tooMany(count, 'transactions'));
}

/** The most specific formats come first, because Ghostfolio's matches almost any table of trades. */
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
