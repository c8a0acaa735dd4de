import { limits } from '~/shared/limits';
import type { TransferColumn } from './export-positions';

/** A row of a file, whose values have not been judged. */
export interface FileRow {
  row: number;
  cells: Partial<Record<TransferColumn, string>>;
  /** The row cannot be read at all. */
  problem?: string;
  /** Why another program's row is not a position: it is listed and left out. */
  reason?: string;
  /** Said of a row that is imported. */
  note?: string;
}

export interface ReadFile {
  rows: FileRow[];
  ignoredColumns: string[];
  /** The other program that wrote it. */
  program?: string;
  /** The file cannot be read at all. */
  problem?: string;
}

export const unreadable = (problem: string): ReadFile => ({ rows: [], ignoredColumns: [], problem });

export const tooMany = (count: number, of: 'positions' | 'transactions'): string =>
  `The file holds ${count} ${of}. At most ${limits.importRows} can be imported at once.`;
