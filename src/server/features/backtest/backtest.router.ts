import { memberProcedure, router } from '~/server/trpc/init';
import { backtestInput } from '~/shared/schemas/backtest';
import { backtest, readUniverse } from './backtest.service';

export const backtestRouter = router({
  universe: memberProcedure.query(({ ctx }) => readUniverse(ctx.deps)),
  run: memberProcedure.input(backtestInput).query(({ ctx, input }) => backtest(ctx.deps, ctx.user.id, input)),
});
