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

/** Public, because a figure that only its owner can check proves nothing. */
const readProcedure = publicProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.rateLimiter.consume('trackRecordByAddress', ctx.caller.ip);
  return next({ ctx });
});

const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const backtestRouter = router({
  universe: memberProcedure.output(output(universe)).query(({ ctx }) => readUniverse(ctx.deps)),
  run: memberProcedure
    .input(backtestInput)
    .output(output(backtestResult))
    .query(async ({ ctx, input }) => (await backtest(ctx.deps, ctx.user.id, input)).result),
  listPublished: readProcedure.output(output(publishedBacktests)).query(({ ctx }) => listPublished(ctx.deps)),
  getPublished: readProcedure
    .input(publishedBacktestId)
    .output(output(publishedRun))
    .query(async ({ ctx, input }) => (await readPublished(ctx.deps, input.id)).run),
  publish: actingProcedure
    .input(publishBacktestInput)
    .output(output(publishedBacktest))
    .mutation(({ ctx, input }) => publishBacktest(ctx.deps, ctx.acting, input)),
  choose: actingProcedure
    .input(chooseBacktestInput)
    .output(output(publishedBacktest))
    .mutation(async ({ ctx, input }) => {
      const published = await chooseBacktest(ctx.deps, ctx.acting, input);
      forgetChosenClaim(ctx.deps);
      return published;
    }),
  unpublish: actingProcedure
    .input(publishedBacktestId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await unpublishBacktest(ctx.deps, ctx.acting, input.id);
      forgetChosenClaim(ctx.deps);
      return { message: 'Back-test unpublished' };
    }),
});
