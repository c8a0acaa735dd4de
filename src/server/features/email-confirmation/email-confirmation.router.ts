import { limitedProcedure, memberProcedure, publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { confirmationOutput, confirmEmailInput, confirmedEmailOutput } from '~/shared/schemas/account';
import { confirmationStatus, confirmEmail, resendConfirmation } from './email-confirmation.service';

export const emailConfirmationRouter = router({
  status: memberProcedure
    .output(output(confirmationOutput))
    .query(async ({ ctx }) => ({ status: await confirmationStatus(ctx.deps, ctx.user.id) })),
  resend: limitedProcedure('confirmationByAccount')
    .output(output(confirmationOutput))
    .mutation(async ({ ctx }) => ({
      status: await resendConfirmation(ctx.deps, ctx.user),
    })),
  /** Public, because the link may be opened in a browser that is not signed in. */
  confirm: publicProcedure
    .input(confirmEmailInput)
    .output(output(confirmedEmailOutput))
    .mutation(({ ctx, input }) => confirmEmail(ctx.deps, input.token, ctx.caller)),
});
