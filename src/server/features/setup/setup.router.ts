import { limitedProcedure, router } from '~/server/trpc/init';
import { setupInput } from '~/shared/schemas/accounts';
import { setUpProduction } from './setup.service';

export const setupRouter = router({
  run: limitedProcedure('setupByAccount')
    .input(setupInput)
    .mutation(({ ctx, input }) => setUpProduction(ctx.deps, { user: ctx.user, caller: ctx.caller }, input)),
});
