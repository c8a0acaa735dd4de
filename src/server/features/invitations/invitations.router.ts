import { confirmUser } from '~/server/features/auth/confirm-user';
import { adminProcedure, publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { currentUser } from '~/shared/schemas/auth';
import {
  acceptInvitationInput,
  createdInvitation,
  createInvitationInput,
  invitationId,
  invitationPage,
  invitationPageInput,
  openedInvitation,
  openInvitationInput,
  requestAccessInput,
} from '~/shared/schemas/invitations';
import { messageOutput } from '~/shared/schemas/output';
import { acceptInvitation, openInvitation } from './accept-invitation';
import { createInvitation, listInvitations, revokeInvitation } from './invitations.service';
import { requestAccess } from './request-access';

export const invitationsRouter = router({
  request: publicProcedure
    .input(requestAccessInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({ message: await requestAccess(ctx.deps, input.email, ctx.caller) })),
  /**
   * A mutation, although it changes nothing: with a query, the token would be in the URL and in the logs of every
   * proxy.
   */
  open: publicProcedure
    .input(openInvitationInput)
    .output(output(openedInvitation))
    .mutation(({ ctx, input }) => openInvitation(ctx.deps, input.token, ctx.caller)),
  accept: publicProcedure
    .input(acceptInvitationInput)
    .output(output(currentUser))
    .mutation(async ({ ctx, input }) => {
      const signedIn = await acceptInvitation(ctx.deps, input, ctx.caller);
      for (const cookie of signedIn.cookies) ctx.setCookie(cookie);
      return signedIn.user;
    }),
  list: adminProcedure
    .meta({
      summary: 'List invitations and the waitlist',
      description: 'Newest first. `waiting`: on the waitlist of `SIGN_UP=waitlist`, not invited yet.',
    })
    .input(invitationPageInput)
    .output(output(invitationPage))
    .query(({ ctx, input }) => listInvitations(ctx.deps, input)),
  create: adminProcedure
    .meta({
      summary: 'Invite a user',
      description:
        'Returns a link that works once and replaces earlier ones for this email. With a mail server it is also sent by email. `isAdmin` takes `password`, your own.',
      errors: { 403: 'Sign-up is closed.', 409: 'An account with this email exists.' },
    })
    .input(createInvitationInput)
    .output(output(createdInvitation))
    .mutation(async ({ ctx, input }) => {
      const { user: by, sessionToken, caller } = ctx;
      // Granting admin rights requires the password, as it does for an existing account.
      if (input.isAdmin) await confirmUser(ctx.deps, { userId: by.id, sessionToken }, input.password);
      return createInvitation(ctx.deps, { by, caller }, input);
    }),
  revoke: adminProcedure
    .meta({ summary: 'Revoke an invitation' })
    .input(invitationId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await revokeInvitation(ctx.deps, ctx.acting, input.id),
    })),
});
