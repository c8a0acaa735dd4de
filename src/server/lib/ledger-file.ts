/** The rows of ledger.csv. Its cells never start like a formula, and must stay unchanged. */

import type { LedgerEntry } from '~/shared/schemas/track-record';
import { csv } from './csv';

const columns = ['seq', 'at', 'kind', 'body', 'previousHash', 'hash'] as const;

export const ledgerHeader = csv([[...columns]]);

export const ledgerRows = (entries: readonly LedgerEntry[]): string =>
  csv(entries.map((entry) => columns.map((column) => cellOf(entry[column]))));

const cellOf = (value: string | number | Date) => (value instanceof Date ? value.toISOString() : String(value));
