/** The book as a file that `importPositions` reads back to the same book. */
import Papa from 'papaparse';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { foreignCurrencies } from '~/server/features/prices/currencies';
import { brand } from '~/shared/brand';
import { currencyName } from '~/shared/currencies';
import type { ExportFile, TransferFormat } from '~/shared/schemas/positions';
import { isMidnight } from '~/shared/trading-day';
import { escapeFormula } from './formula-safe';
import { type BookRow, readBook } from './positions.queries';
import { readExported } from './read-theses';

/** What imports read, in this order in both formats. Authors and ids are of one installation and stay there. */
export const transferColumns = [
  'name',
  'ticker',
  'avgEntryPrice',
  'purchaseDate',
  'status',
  'closeDate',
  'closePrice',
  'thesis',
  'currency',
  'weight',
] as const;
export type TransferColumn = (typeof transferColumns)[number];

export async function exportPositions(deps: Deps, acting: Acting, format: TransferFormat): Promise<ExportFile> {
  const [book, theses] = await Promise.all([readBook(deps.db), readExported(deps)]);
  const currencies = await foreignCurrencies(
    deps.db,
    book.map(({ ticker }) => ticker),
  );
  const rows = book
    .map((row) => transferRow(row, theses.get(row.id), currencyName(currencies.get(row.ticker) ?? 'USD')))
    .sort(byContent);
  const details = { format, count: rows.length };
  await recordAudit(deps, { kind: 'positions-exported', actor: acting.by, details, caller: acting.caller });
  const day = new Date().toISOString().slice(0, 10);
  return {
    fileName: `${brand.invest.toLowerCase()}-positions-${day}.${format}`,
    mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    text: format === 'csv' ? toCsv(rows) : toJson(rows),
  };
}

/** Evidence can be read, and imports leave it out. */
type TransferRow = Record<TransferColumn | 'evidence', string>;

const noThesis = { claim: '', weight: '', evidence: '' };

function transferRow(row: BookRow, { claim, weight, evidence } = noThesis, currency: string): TransferRow {
  return {
    name: row.name,
    ticker: row.ticker,
    avgEntryPrice: row.avgEntryPrice,
    purchaseDate: dateText(row.purchaseDate),
    status: row.status,
    closeDate: row.closeDate ? dateText(row.closeDate) : '',
    closePrice: row.closePrice ?? '',
    thesis: claim,
    currency,
    weight,
    evidence,
  };
}

/** A picked day as a day, another moment to the millisecond. */
export const dateText = (date: Date): string =>
  isMidnight(date) ? date.toISOString().slice(0, 10) : date.toISOString();

/** By what is in the file alone: the same book gives the same bytes wherever it is kept. */
function byContent(a: TransferRow, b: TransferRow): number {
  for (const column of [
    'purchaseDate',
    'ticker',
    'avgEntryPrice',
    'name',
    'closeDate',
    'closePrice',
    'thesis',
    'weight',
  ] as const)
    if (a[column] !== b[column]) return a[column] < b[column] ? -1 : 1;
  return 0;
}

/** With the mark by which spreadsheets know UTF-8; they take everything without it for their own encoding. */
function toCsv(rows: TransferRow[]): string {
  // Columns of theses only where a position has one: other programs read the file too.
  const optional: readonly string[] = ['weight', 'evidence'] satisfies (keyof TransferRow)[];
  const fields = ([...transferColumns, 'evidence'] as const).filter(
    (column) => !optional.includes(column) || rows.some((row) => row[column] !== ''),
  );
  const data = rows.map((row) => fields.map((column) => escapeFormula(row[column])));
  return `\ufeff${Papa.unparse({ fields, data }, { newline: '\r\n' })}\r\n`;
}

function toJson(rows: TransferRow[]): string {
  const positions = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
  return `${JSON.stringify({ format: 'positions', version: 1, positions }, null, 2)}\n`;
}
