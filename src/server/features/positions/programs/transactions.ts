/**
 * Shared by the readers of other programs' files. A reader turns each row into a trade or split, or says why it can't
 * be imported; match-sales.ts then matches sales to purchases for all of them.
 */
import type { FileRow } from '~/server/features/positions/file-row';

/** Keys are column names in lower case with letters and digits only, or keys of an object. */
export type Fields = ReadonlyMap<string, string>;

export interface Trade {
  row: number;
  kind: 'buy' | 'sell';
  ticker: string;
  /** Empty if the file has none. */
  name: string;
  /** In hundred-millionths, above 0. */
  shares: bigint;
  /** With two decimals, without fees. */
  price: string;
  /** Undefined if the file states none. */
  currency?: string;
  /** A day or a time in ISO 8601. */
  date: string;
  /** A remark for the user. */
  note?: string;
}

/** From the market opening on `date`, each share becomes `ratio` shares (in hundred-millionths). */
export interface FileSplit {
  row: number;
  ticker: string;
  ratio: bigint;
  date: string;
}

export interface ProgramFile {
  /** The name of the program for users: "Ghostfolio". */
  program: string;
  trades: Trade[];
  splits: FileSplit[];
  /** Rows that are not positions, each with its reason. */
  skipped: SkippedRow[];
  /** Why the file can't be read. */
  problem?: string;
}

export interface SkippedRow extends FileRow {
  reason: string;
  /** The ticker, if the row is a sale or a split: without it, the ticker's positions would be wrong. */
  sold?: string;
  /** If the row is a purchase or another addition: later sales could be of its shares. Undefined for an invalid date. */
  added?: { ticker: string; date: string | undefined };
}

/** Why a row can't be imported, as a message for the user. */
export class NotImported extends Error {}

export const emptyFile = (program: string): ProgramFile => ({ program, trades: [], splits: [], skipped: [] });

export const unreadableFile = (program: string, problem: string): ProgramFile => ({ ...emptyFile(program), problem });

interface RowReader {
  /** Throws `NotImported`. */
  read: () => Trade | FileSplit;
  row: number;
  /** The values to show if the row is not imported. */
  shown: FileRow['cells'];
  /** Throws `NotImported`. */
  date: () => string;
  /** What the row does to the number of shares. A split counts as a removal. */
  effect: 'adds' | 'removes' | undefined;
}

export function addRow(file: ProgramFile, { read, row, shown, date, effect }: RowReader): void {
  try {
    const found = read();
    if ('ratio' in found) file.splits.push(found);
    else file.trades.push(found);
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    const ticker = shown.ticker?.toUpperCase();
    file.skipped.push({
      row,
      cells: shown,
      reason: error.message,
      ...(ticker && effect === 'removes' && { sold: ticker }),
      ...(ticker && effect === 'adds' && { added: { ticker, date: dateIn(date) } }),
    });
  }
}

function dateIn(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotImported) return undefined;
    throw error;
  }
}

/** The first of these fields that is not empty. */
export function fieldOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name);
    if (value) return value;
  }
  return '';
}

export function assertDollars(currency: string): void {
  if (currency === '') throw new NotImported('The row has no currency');
  if (currency.toUpperCase() !== 'USD' || currency === 'USd')
    throw new NotImported(`Priced in ${currency.slice(0, 10)}. Only prices in US dollars can be imported.`);
}

/** A symbol that works at the price provider. */
export function tickerOf(symbol: string): string {
  if (symbol === '') throw new NotImported('The row has no ticker');
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/i.test(symbol)) throw new NotImported(`${symbol} is an ISIN. The row has no ticker.`);
  if (/^[A-Z.]{1,6}\d{6}[CP]\d{8}$/i.test(symbol)) throw new NotImported("Options can't be imported");
  return symbol.toUpperCase();
}
