import { tooManyFromAddress } from '~/server/trpc/documented-errors';
import { publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { bookFigures, figuresInput } from '~/shared/schemas/figures';
import { bitcoinProofPage, bitcoinProofsInput, timestampPage, timestampsInput } from '~/shared/schemas/timestamps';
import {
  bookEntries,
  closesInput,
  ledgerInput,
  ledgerPage,
  publishedCloses,
  trackRecordSummary,
} from '~/shared/schemas/track-record';
import { readPricesFor } from './published-prices';
import { readBitcoinProofs } from './read-bitcoin-proofs';
import { readTimestamps } from './read-timestamps';
import { readTrackRecord, readVerifiedFigures } from './read-track-record';
import { readBookEntries, readLedger } from './track-record.service';

/** Public, because a track record that only its owner can check proves nothing. */
const readProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.rateLimiter.consume('trackRecordByAddress', ctx.caller.ip);
  return next({ ctx });
});

export const trackRecordRouter = router({
  summary: readProcedure
    .meta({
      summary: 'Get the figures of the track record',
      description:
        '`verified` counts each position from the first market close after its entry was recorded, by closing prices alone. `stated` uses the entered dates and prices. Samples count in neither.',
      errors: { 429: tooManyFromAddress },
    })
    .output(output(trackRecordSummary))
    .query(({ ctx }) => readTrackRecord(ctx.deps)),
  figures: readProcedure
    .meta({
      summary: 'Get figures of the verified record by period',
      description:
        'Return, volatility, Sharpe ratio, beta, drawdown and the contribution of each position, by closing prices alone. `/track-record/verify.mjs` calculates them again.',
      errors: { 400: 'Unknown benchmark; `message` lists those to choose from.', 429: tooManyFromAddress },
    })
    .input(figuresInput)
    .output(output(bookFigures))
    .query(({ ctx, input }) => readVerifiedFigures(ctx.deps, input?.benchmark)),
  ledger: readProcedure
    .meta({
      summary: 'List the ledger',
      description:
        'Oldest entry first. `hash` is the SHA-256 of `body` in UTF-8; `body` contains the hash of the entry before, so anyone can check every entry.',
      errors: { 429: tooManyFromAddress },
    })
    .input(ledgerInput)
    .output(output(ledgerPage))
    .query(({ ctx, input }) => readLedger(ctx.deps, input)),
  closes: readProcedure
    .meta({
      summary: 'List the prices of the track record',
      description: 'Ticker by ticker; `nextCursor` leads to the next part. The first part includes the benchmark.',
      errors: { 429: tooManyFromAddress },
    })
    .input(closesInput)
    .output(output(publishedCloses))
    .query(async ({ ctx, input }) =>
      readPricesFor(ctx.deps, { ...input, isMember: (await ctx.authenticate()) !== null }),
    ),
  timestamps: readProcedure
    .meta({
      summary: 'List timestamps of the ledger',
      description:
        'Oldest first, failed attempts included. Each was signed by an authority outside of this server (RFC 3161) and covers all entries up to `seq`. `GET /track-record/timestamps/{id}.tsr`, outside of /api, returns the response for `openssl ts -verify`.',
      errors: { 429: tooManyFromAddress },
    })
    .input(timestampsInput)
    .output(output(timestampPage))
    .query(({ ctx, input }) => readTimestamps(ctx.deps, input)),
  bitcoinProofs: readProcedure
    .meta({
      summary: 'List proofs of the ledger in Bitcoin',
      description:
        'Oldest first, failed attempts included. The hash at the end of a day is submitted to calendars of OpenTimestamps, which put it into Bitcoin some hours later. `GET /track-record/bitcoin/{id}.ots`, outside of /api, returns the proof for `ots verify -d {hash}`.',
      errors: { 429: tooManyFromAddress },
    })
    .input(bitcoinProofsInput)
    .output(output(bitcoinProofPage))
    .query(({ ctx, input }) => readBitcoinProofs(ctx.deps, input)),
  book: readProcedure
    .meta({
      summary: 'List current positions',
      description: 'For comparison with the ledger.',
      errors: { 429: tooManyFromAddress },
    })
    .output(output(bookEntries))
    .query(({ ctx }) => readBookEntries(ctx.deps)),
});
