import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { setupInput } from '~/shared/schemas/accounts';
import { setUpProduction, setupStatus } from './setup.service';

export const setupRouter = router({
  status: memberProcedure.query(({ ctx }) => setupStatus(ctx.deps, ctx.user)),
  run: limitedProcedure('setupByAccount')
    .input(setupInput)
    .mutation(({ ctx, input }) => setUpProduction(ctx.deps, { user: ctx.user, caller: ctx.caller }, input)),
});
