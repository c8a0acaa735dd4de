import { memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { backtestInput, backtestResult, universe } from '~/shared/schemas/backtest';
import { backtest, readUniverse } from './backtest.service';

export const backtestRouter = router({
  universe: memberProcedure.output(output(universe)).query(({ ctx }) => readUniverse(ctx.deps)),
  run: memberProcedure
    .input(backtestInput)
    .output(output(backtestResult))
    .query(({ ctx, input }) => backtest(ctx.deps, ctx.user.id, input)),
});
