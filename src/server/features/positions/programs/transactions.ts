/**
 * What the readers of other programs' files have in common. A reader says of each row that it bought or sold shares, or
 * why it cannot be imported; which purchase a sale belongs to is decided once for all of them (match-sales.ts).
 */
import type { FileRow } from '~/server/features/positions/file-row';

/** Column names in small letters and without anything but letters and digits, or keys of an object. */
export type Fields = ReadonlyMap<string, string>;

export interface Trade {
  row: number;
  kind: 'buy' | 'sell';
  ticker: string;
  /** Empty when the file has none. */
  name: string;
  /** In hundred-millionths, above 0. */
  shares: bigint;
  /** In US dollars with two decimals, without fees. */
  price: string;
  /** A day, or a moment in ISO 8601. */
  date: string;
  /** Something the user should know about it. */
  note?: string;
}

/** From the opening of `date`, `ratio` shares (in hundred-millionths) for each one. */
export interface FileSplit {
  row: number;
  ticker: string;
  ratio: bigint;
  date: string;
}

export interface ProgramFile {
  /** As users know it: "Ghostfolio". */
  program: string;
  trades: Trade[];
  splits: FileSplit[];
  /** Rows that are not positions, each with its reason. */
  skipped: SkippedRow[];
  /** The file cannot be read at all. */
  problem?: string;
}

export interface SkippedRow extends FileRow {
  reason: string;
  /** The ticker it sells: without this sale, its positions would be wrong. */
  sold?: string;
}

/** Why a row cannot be imported, in the user's words. */
export class NotImported extends Error {}

export const emptyFile = (program: string): ProgramFile => ({ program, trades: [], splits: [], skipped: [] });

export const unreadableFile = (program: string, problem: string): ProgramFile => ({ ...emptyFile(program), problem });

interface RowReader {
  /** Throws `NotImported`. */
  read: () => Trade | FileSplit;
  row: number;
  /** What is shown of a row that is not imported. */
  shown: FileRow['cells'];
  isSale: boolean;
}

export function addRow(file: ProgramFile, { read, row, shown, isSale }: RowReader): void {
  try {
    const found = read();
    if ('ratio' in found) file.splits.push(found);
    else file.trades.push(found);
  } catch (error) {
    if (!(error instanceof NotImported)) throw error;
    const sold = isSale && shown.ticker ? { sold: shown.ticker.toUpperCase() } : {};
    file.skipped.push({ row, cells: shown, reason: error.message, ...sold });
  }
}

/** The first of these fields that says anything. */
export function fieldOf(fields: Fields, ...names: string[]): string {
  for (const name of names) {
    const value = fields.get(name);
    if (value) return value;
  }
  return '';
}

export function onlyDollars(currency: string): void {
  if (currency === '') throw new NotImported('The row has no currency');
  if (currency.toUpperCase() !== 'USD' || currency === 'USd')
    throw new NotImported(`Priced in ${currency.slice(0, 10)}. Only prices in US dollars can be imported.`);
}

/** A symbol that prices can be asked for by. */
export function tickerOf(symbol: string): string {
  if (symbol === '') throw new NotImported('The row has no ticker');
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/i.test(symbol)) throw new NotImported(`${symbol} is an ISIN. The row has no ticker.`);
  if (/^[A-Z.]{1,6}\d{6}[CP]\d{8}$/i.test(symbol)) throw new NotImported("Options can't be imported");
  return symbol.toUpperCase();
}
