import { clearedSessionCookies } from '~/server/auth/session-cookie';
import { readUsage } from '~/server/features/uploads/quotas';
import { memberProcedure, router, sessionProcedure } from '~/server/trpc/init';
import { deleteAccountInput, instructionsInput } from '~/shared/schemas/account';
import { deleteAccount, readInstructions, saveInstructions } from './account.service';
import { allowExport } from './export-account';

export const accountRouter = router({
  instructions: memberProcedure.query(async ({ ctx }) => ({
    instructions: await readInstructions(ctx.deps, ctx.user.id),
  })),
  saveInstructions: memberProcedure.input(instructionsInput).mutation(async ({ ctx, input }) => {
    await saveInstructions(ctx.deps, ctx.user.id, input.instructions);
    return input;
  }),
  usage: memberProcedure.query(({ ctx }) => readUsage(ctx.deps, ctx.user.id)),
  /** Counts an export and says what to call it; its bytes go over plain HTTP: POST /api/user/export. */
  startExport: memberProcedure.mutation(({ ctx }) => allowExport(ctx.deps, ctx.user, ctx.caller)),
  delete: sessionProcedure.input(deleteAccountInput).mutation(async ({ ctx, input }) => {
    await deleteAccount(ctx.deps, { by: ctx.user, caller: ctx.caller }, input);
    for (const value of clearedSessionCookies(ctx.deps.env)) ctx.setCookie(value);
    ctx.clearBrowserCache();
    return { message: 'Your account has been deleted.' };
  }),
});
