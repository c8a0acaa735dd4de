import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { setupInput, setupOutput, setupStatus } from '~/shared/schemas/accounts';
import { readSetupStatus, setUpProduction } from './setup.service';

export const setupRouter = router({
  status: memberProcedure.output(output(setupStatus)).query(({ ctx }) => readSetupStatus(ctx.deps, ctx.user)),
  run: limitedProcedure('setupByAccount')
    .meta({
      summary: 'Set up a new deployment',
      description:
        'Makes the account named in SETUP_ADMIN_EMAIL an administrator; only that account may call it. `token` is the setup token: SETUP_TOKEN or, if that is not set, the token in the server log. Safe to repeat.',
      errors: { 403: 'It is another account, or the setup token is wrong.' },
    })
    .input(setupInput)
    .output(output(setupOutput))
    .mutation(({ ctx, input }) => setUpProduction(ctx.deps, { user: ctx.user, caller: ctx.caller }, input)),
});
