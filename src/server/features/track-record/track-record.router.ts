import { publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { bookFigures, figuresInput } from '~/shared/schemas/figures';
import { timestampPage, timestampsInput } from '~/shared/schemas/timestamps';
import {
  bookEntries,
  closesInput,
  ledgerInput,
  ledgerPage,
  publishedCloses,
  trackRecordSummary,
} from '~/shared/schemas/track-record';
import { readPricesFor } from './published-prices';
import { readTimestamps } from './read-timestamps';
import { readTrackRecord, readVerifiedFigures } from './read-track-record';
import { readBookEntries, readLedger } from './track-record.service';

/** For everybody: a track record that only its owner can check proves nothing. */
const readProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.rateLimiter.consume('trackRecordByAddress', ctx.caller.ip);
  return next({ ctx });
});

export const trackRecordRouter = router({
  summary: readProcedure.output(output(trackRecordSummary)).query(({ ctx }) => readTrackRecord(ctx.deps)),
  figures: readProcedure
    .input(figuresInput)
    .output(output(bookFigures))
    .query(({ ctx, input }) => readVerifiedFigures(ctx.deps, input?.benchmark)),
  ledger: readProcedure
    .input(ledgerInput)
    .output(output(ledgerPage))
    .query(({ ctx, input }) => readLedger(ctx.deps, input)),
  closes: readProcedure
    .input(closesInput)
    .output(output(publishedCloses))
    .query(async ({ ctx, input }) =>
      readPricesFor(ctx.deps, { ...input, isMember: (await ctx.authenticate()) !== null }),
    ),
  timestamps: readProcedure
    .input(timestampsInput)
    .output(output(timestampPage))
    .query(({ ctx, input }) => readTimestamps(ctx.deps, input)),
  book: readProcedure.output(output(bookEntries)).query(({ ctx }) => readBookEntries(ctx.deps)),
});
