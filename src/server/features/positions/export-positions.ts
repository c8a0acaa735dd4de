/** The portfolio as a file that `importPositions` restores exactly. */

import Papa from 'papaparse';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { knownCurrencies } from '~/server/features/prices/currencies';
import { brand } from '~/shared/brand';
import { currencyName } from '~/shared/currencies';
import type { ExportFile, TransferFormat } from '~/shared/schemas/positions';
import { isMidnight } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { escapeFormula } from './formula-safe';
import { type BookRow, readBook } from './positions.queries';
import { readExported } from './read-theses';

/**
 * The columns of an import, in this order in both formats. Authors and ids belong to one installation and are not
 * exported.
 */
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
  const currencies = await knownCurrencies(
    deps.db,
    book.map(({ ticker }) => ticker),
  );
  const rows = book
    .map((row) => transferRow(row, theses.get(row.id), currencyName(currencies.get(row.ticker) ?? '')))
    .sort(byContent);
  const details = { format, count: rows.length };
  await recordAudit(deps, { kind: 'positions-exported', actor: acting.by, details, caller: acting.caller });
  const day = utcDay(new Date());
  return {
    fileName: `${brand.invest.toLowerCase()}-positions-${day}.${format}`,
    mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    text: format === 'csv' ? toCsv(rows) : toJson(rows),
  };
}

/** Evidence is exported for readers only; imports ignore it. */
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

/** A date chosen by the user as a day, any other time to the millisecond. */
export const dateText = (date: Date): string => (isMidnight(date) ? utcDay(date) : date.toISOString());

/** Sorts by content only, so that the same portfolio gives the same bytes in every installation. */
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

/** With a byte order mark, because spreadsheets read files without it in their default encoding. */
function toCsv(rows: TransferRow[]): string {
  // Thesis columns are only written if a position has a thesis, because other programs read the file too.
  const optional: readonly string[] = ['weight', 'evidence'] satisfies (keyof TransferRow)[];
  const fields = ([...transferColumns, 'evidence'] as const).filter(
    (column) => !optional.includes(column) || rows.some((row) => row[column] !== ''),
  );
  const data = rows.map((row) => fields.map((column) => escapeFormula(row[column])));
  return `\ufeff${Papa.unparse({ fields, data }, { newline: '\r\n' })}\r\n`;
}

function toJson(rows: TransferRow[]): string {
  const positions = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
  // The import takes an unescaped replacement character for a sign of another encoding.
  const text = JSON.stringify({ format: 'positions', version: 1, positions }, null, 2).replaceAll('\ufffd', '\\ufffd');
  return `${text}\n`;
}
