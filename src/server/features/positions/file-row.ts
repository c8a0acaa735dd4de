import { limits } from '~/shared/limits';
import type { TransferColumn } from './export-positions';

/** A row of a file, with values not validated yet. */
export interface FileRow {
  row: number;
  cells: Partial<Record<TransferColumn, string>>;
  /** Why the row can't be read. */
  problem?: string;
  /** Why another program's row is not a position: it is listed and skipped. */
  reason?: string;
  /** A remark about an imported row. */
  note?: string;
}

export interface ReadFile {
  rows: FileRow[];
  ignoredColumns: string[];
  /** The name of the program that wrote the file, if not this one. */
  program?: string;
  /** Why the file can't be read. */
  problem?: string;
}

export const unreadable = (problem: string): ReadFile => ({ rows: [], ignoredColumns: [], problem });

export const tooMany = (count: number, of: 'positions' | 'transactions'): string =>
  `The file contains ${count} ${of}. At most ${limits.importRows} can be imported at once.`;
