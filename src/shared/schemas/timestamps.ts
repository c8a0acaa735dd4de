/** External proofs of when the ledger existed: signatures of timestamp authorities (RFC 3161), and Bitcoin. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { time } from './output';

/** Oldest first. `cursor` is the `id` of the last timestamp that the client has. */
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

/** Oldest first. `cursor` is the `id` of the last proof that the client has. */
export const bitcoinProofsInput = z
  .object({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Invalid cursor. Reload the list.')
      .nullish(),
    limit: z.number().int().min(1).max(limits.listRows).optional(),
  })
  .optional();

const bitcoinProof = z
  .strictObject({
    id: z.string(),
    seq: z.int().describe('The last entry of a day; all entries before it are covered too'),
    hash: z.string().describe('`hash` of that entry: the SHA-256 that was submitted'),
    calendar: z.string().describe('The OpenTimestamps calendar that received it'),
    requestedAt: time.describe('Of the last request, by the clock of this server'),
    submittedAt: time
      .nullable()
      .describe('When the calendar accepted the hash, by the clock of this server; null until then'),
    block: z
      .int()
      .nullable()
      .describe(
        'Height of the Bitcoin block that the proof names; null until there is one. This server does not read blocks: check the .ots file with an OpenTimestamps client',
      ),
    failures: z.int().describe('Requests that failed'),
    failure: z.string().nullable().describe('Why the last request failed; null if it did not'),
  })
  .meta({ id: 'BitcoinProof' });
export type BitcoinProof = z.infer<typeof bitcoinProof>;

export const bitcoinProofPage = z.strictObject({
  items: z.array(bitcoinProof),
  calendars: z.array(z.string()).describe('Those that this server uses now'),
  nextCursor: z.string().nullable(),
});
export type BitcoinProofPage = z.infer<typeof bitcoinProofPage>;
