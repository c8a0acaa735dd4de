/** Timestamps of the ledger: what an authority outside of this server signed, and when (RFC 3161). */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { time } from './output';

/** Oldest first. `cursor` is the `id` of the last timestamp that the reader has. */
export const timestampsInput = z
  .object({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Invalid cursor. Reload the list.')
      .nullish(),
    limit: z.number().int().min(1).max(limits.listRows).optional(),
    responses: z.boolean().optional(),
  })
  .optional();

export const ledgerTimestamp = z
  .strictObject({
    id: z.string(),
    seq: z.int().describe('The latest entry of the ledger at that moment; all entries before it are covered too'),
    hash: z.string().describe('`hash` of that entry: the SHA-256 that the authority signed'),
    authority: z.string(),
    requestedAt: time.describe('Of the last attempt, by the clock of this server'),
    time: time.nullable().describe("By the authority's clock; null until an attempt succeeds"),
    failures: z.int().describe('Attempts that failed'),
    failure: z.string().nullable().describe('Why the last of them failed'),
    response: z.base64().optional().describe('RFC 3161 TimeStampResp; only in timestamps.json'),
  })
  .meta({ id: 'LedgerTimestamp' });
export type LedgerTimestamp = z.infer<typeof ledgerTimestamp>;

export const timestampPage = z.strictObject({
  items: z.array(ledgerTimestamp),
  authorities: z.array(z.string()).describe('Those that this server asks now'),
  nextCursor: z.string().nullable(),
});
export type TimestampPage = z.infer<typeof timestampPage>;
