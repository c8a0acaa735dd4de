import { tooManyFromAddress } from '~/server/trpc/documented-errors';
import { adminProcedure, publicProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  waitlistEntryId,
  waitlistExport,
  waitlistExportInput,
  waitlistInput,
  waitlistPage,
  waitlistPageInput,
} from '~/shared/schemas/accounts';
import { messageOutput } from '~/shared/schemas/output';
import { exportWaitlist, joinWaitlist, listWaitlistPage, removeFromWaitlist } from './waitlist.service';

export const waitlistRouter = router({
  signup: publicProcedure
    .meta({
      summary: 'Join the waitlist',
      errors: { 409: 'This email is already on the waitlist.', 429: tooManyFromAddress },
    })
    .input(waitlistInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await joinWaitlist(ctx.deps, input.email, ctx.caller.ip);
      return { message: "You've been added to the waitlist. We'll be in touch soon!" };
    }),
  page: adminProcedure
    .meta({ summary: 'List the waitlist', description: 'Newest first.' })
    .input(waitlistPageInput)
    .output(output(waitlistPage))
    .query(({ ctx, input }) => listWaitlistPage(ctx.deps, input)),
  /** A mutation, because its first part is recorded in the audit log. */
  export: adminProcedure
    .meta({
      summary: 'Export the waitlist as CSV',
      description: 'Oldest first. The export is recorded in the audit log, so API tokens need write access.',
      isExport: true,
    })
    .input(waitlistExportInput)
    .output(output(waitlistExport))
    .mutation(async ({ ctx, input }) => {
      // An export counts once, however many parts it has.
      if (!input?.cursor) await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
      return exportWaitlist(ctx.deps, ctx.acting, input?.cursor);
    }),
  delete: adminProcedure
    .meta({ summary: 'Remove an entry from the waitlist' })
    .input(waitlistEntryId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const email = await removeFromWaitlist(ctx.deps, ctx.acting, input.id);
      return { message: `${email} was removed from the waitlist.` };
    }),
});
