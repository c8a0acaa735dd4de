import { tooManyFromAddress } from '~/server/trpc/documented-errors';
import { adminProcedure, memberProcedure, publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { backtestInput, backtestResult, universe } from '~/shared/schemas/backtest';
import { messageOutput } from '~/shared/schemas/output';
import {
  chooseBacktestInput,
  publishBacktestInput,
  publishedBacktest,
  publishedBacktestId,
  publishedBacktests,
  publishedRun,
} from '~/shared/schemas/published-backtests';
import { backtest, readUniverse } from './backtest.service';
import { forgetChosenClaim } from './chosen-claim';
import {
  chooseBacktest,
  listPublished,
  publishBacktest,
  readPublished,
  unpublishBacktest,
} from './published-backtests';

/** Public, because readers can't trust a figure that only its owner can check. */
const readProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.rateLimiter.consume('trackRecordByAddress', ctx.caller.ip);
  return next({ ctx });
});

export const backtestRouter = router({
  universe: memberProcedure
    .meta({ summary: 'List stocks with price history' })
    .output(output(universe))
    .query(({ ctx }) => readUniverse(ctx.deps)),
  run: memberProcedure
    .meta({
      summary: 'Run a hypothetical back-test on closing prices',
      description: 'The same input and prices return the same result. `rules` explains the simulation.',
      errors: { 409: 'Closing prices are missing; see `message`.', 429: 'Too many back-tests; see Retry-After.' },
    })
    .input(backtestInput)
    .output(output(backtestResult))
    .query(async ({ ctx, input }) => (await backtest(ctx.deps, ctx.user.id, input)).result),
  listPublished: readProcedure
    .meta({
      summary: 'List published back-tests',
      description: 'Newest first, at most 50. Hypothetical results, which anyone can calculate again.',
      errors: { 429: tooManyFromAddress },
    })
    .output(output(publishedBacktests))
    .query(({ ctx }) => listPublished(ctx.deps)),
  getPublished: readProcedure
    .meta({
      summary: 'Get a published back-test',
      description:
        'What run.json contains. `GET /back-tests/{id}/run.json`, `prices.csv` and `trades.csv`, outside of /api, return the files for `/back-tests/recompute.mjs`. `prices.csv` is missing where `hasPrices` is false.',
      errors: { 429: tooManyFromAddress },
    })
    .input(publishedBacktestId)
    .output(output(publishedRun))
    .query(async ({ ctx, input }) => (await readPublished(ctx.deps, input.id)).run),
  publish: adminProcedure
    .meta({
      summary: 'Publish a back-test',
      description:
        'Runs it and keeps a copy of the result and its closing prices that never changes. Publish the prices only if the license of their provider allows it.',
      errors: {
        409: 'Closing prices are missing, or 50 back-tests are published; see `message`.',
        429: 'Too many back-tests; see Retry-After.',
      },
    })
    .input(publishBacktestInput)
    .output(output(publishedBacktest))
    .mutation(({ ctx, input }) => publishBacktest(ctx.deps, ctx.acting, input)),
  choose: adminProcedure
    .meta({
      summary: 'Show a published back-test on the home page',
      description: 'In place of the one before. With `isChosen: false` the home page shows none.',
    })
    .input(chooseBacktestInput)
    .output(output(publishedBacktest))
    .mutation(async ({ ctx, input }) => {
      const published = await chooseBacktest(ctx.deps, ctx.acting, input);
      forgetChosenClaim(ctx.deps);
      return published;
    }),
  unpublish: adminProcedure
    .meta({ summary: 'Unpublish a back-test' })
    .input(publishedBacktestId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await unpublishBacktest(ctx.deps, ctx.acting, input.id);
      forgetChosenClaim(ctx.deps);
      return { message: 'Back-test unpublished' };
    }),
});
