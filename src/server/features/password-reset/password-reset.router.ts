import { tooManyTries } from '~/server/trpc/documented-errors';
import { publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { completeResetInput, linkOutput, openResetInput, requestResetInput } from '~/shared/schemas/account';
import { messageOutput } from '~/shared/schemas/output';
import { completeReset, openReset, requestReset } from './password-reset.service';

export const passwordResetRouter = router({
  request: publicProcedure
    .meta({
      summary: 'Send a password reset link',
      description:
        'The link is sent to the email of the account and works once within 30 minutes. Earlier links stay valid until one is used. The response is the same if there is no such account.',
      errors: { 429: tooManyTries },
    })
    .input(requestResetInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await requestReset(ctx.deps, input.email, ctx.caller);
      return { message: "If this email has an account, we've sent it a password reset link." };
    }),
  /**
   * A mutation, although it changes nothing: with a query, the token would be in the URL and in the logs of every
   * proxy.
   */
  open: publicProcedure
    .input(openResetInput)
    .output(output(linkOutput))
    .mutation(({ ctx, input }) => openReset(ctx.deps, input.token, ctx.caller)),
  complete: publicProcedure
    .meta({
      summary: 'Set a new password with a reset link',
      description: '`token` is part of the link. Ends all sessions of the account and revokes its API tokens.',
      errors: { 429: tooManyTries },
    })
    .input(completeResetInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const { cookie } = await completeReset(ctx.deps, input, ctx.caller);
      if (cookie) ctx.setCookie(cookie);
      return { message: 'Your password has been changed. Sign in with the new one.' };
    }),
});
