import { clearedSessionCookies } from '~/server/auth/session-cookie';
import { readUsage } from '~/server/features/uploads/quotas';
import { tooManyTries } from '~/server/trpc/documented-errors';
import { memberProcedure, router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  accountUsage,
  chatPreferences,
  chatPreferencesInput,
  deleteAccountInput,
  exportName,
  instructionsInput,
  instructionsOutput,
} from '~/shared/schemas/account';
import { messageOutput } from '~/shared/schemas/output';
import { deleteAccount, readInstructions, saveInstructions } from './account.service';
import { readChatPreferences, saveChatPreferences } from './chat-preferences';
import { allowExport } from './export-account';

export const accountRouter = router({
  instructions: memberProcedure
    .meta({ summary: 'Get your custom instructions' })
    .output(output(instructionsOutput))
    .query(async ({ ctx }) => ({
      instructions: await readInstructions(ctx.deps, ctx.user.id),
    })),
  saveInstructions: memberProcedure
    .meta({
      summary: 'Set your custom instructions',
      description:
        'At most 2000 characters; empty text removes them. Connected AI models use them in every conversation.',
    })
    .input(instructionsInput)
    .output(output(instructionsOutput))
    .mutation(async ({ ctx, input }) => {
      await saveInstructions(ctx.deps, ctx.user.id, input.instructions);
      return input;
    }),
  chatPreferences: memberProcedure
    .meta({ summary: 'Get your chat preferences' })
    .output(output(chatPreferences))
    .query(({ ctx }) => readChatPreferences(ctx.deps, ctx.user.id)),
  saveChatPreferences: memberProcedure
    .meta({ summary: 'Set your chat preferences', description: 'Omitted fields stay unchanged.' })
    .input(chatPreferencesInput)
    .output(output(chatPreferences))
    .mutation(({ ctx, input }) => saveChatPreferences(ctx.deps, ctx.user.id, input)),
  usage: memberProcedure
    .meta({
      summary: 'Get how much storage your files use',
      description: '`mostFiles` and `mostBytes` are 0 without a limit.',
    })
    .output(output(accountUsage))
    .query(({ ctx }) => readUsage(ctx.deps, ctx.user.id)),
  /** Counts and records an export and returns its file name; the bytes go over plain HTTP: POST /api/user/export. */
  startExport: memberProcedure
    .meta({
      summary: 'Export all your data as a zip',
      description:
        'Profile, conversations as Markdown and JSON with their sources, and files. An interrupted download is incomplete.',
      errors: { 429: tooManyTries },
    })
    .output(output(exportName))
    .mutation(({ ctx }) => allowExport(ctx.deps, ctx.user, ctx.caller)),
  delete: sessionProcedure
    .meta({
      summary: 'Delete your account',
      description:
        'Permanent: removes conversations, messages, personal collections and files and ends all sessions. Another administrator takes over your positions and the collections of the organization and of groups.',
      errors: { 409: 'You are the last active administrator.', 429: tooManyTries },
    })
    .input(deleteAccountInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteAccount(ctx.deps, { ...ctx.acting, sessionToken: ctx.sessionToken }, input);
      for (const value of clearedSessionCookies(ctx.deps.env)) ctx.setCookie(value);
      ctx.clearBrowserCache();
      return { message: 'Your account has been deleted.' };
    }),
});
