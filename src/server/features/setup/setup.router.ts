import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { setupInput, setupOutput, setupStatus } from '~/shared/schemas/accounts';
import { readSetupStatus, setUpProduction } from './setup.service';

export const setupRouter = router({
  status: memberProcedure.output(output(setupStatus)).query(({ ctx }) => readSetupStatus(ctx.deps, ctx.user)),
  run: limitedProcedure('setupByAccount')
    .input(setupInput)
    .output(output(setupOutput))
    .mutation(({ ctx, input }) => setUpProduction(ctx.deps, { user: ctx.user, caller: ctx.caller }, input)),
});
