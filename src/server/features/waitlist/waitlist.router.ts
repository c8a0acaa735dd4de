import { adminProcedure, publicProcedure, router } from '~/server/trpc/init';
import {
  partOfList,
  waitlistEntryId,
  waitlistExportInput,
  waitlistInput,
  waitlistPageInput,
} from '~/shared/schemas/accounts';
import { exportWaitlist, joinWaitlist, listWaitlist, listWaitlistPage, removeFromWaitlist } from './waitlist.service';

export const waitlistRouter = router({
  signup: publicProcedure.input(waitlistInput).mutation(async ({ ctx, input }) => {
    await joinWaitlist(ctx.deps, input.email, ctx.caller.ip);
    return { message: "You've been added to the waitlist. We'll be in touch soon!" };
  }),
  list: adminProcedure.input(partOfList).query(({ ctx, input }) => listWaitlist(ctx.deps, input)),
  page: adminProcedure.input(waitlistPageInput).query(({ ctx, input }) => listWaitlistPage(ctx.deps, input)),
  export: adminProcedure.input(waitlistExportInput).query(async ({ ctx, input }) => {
    await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
    return exportWaitlist(ctx.deps, { by: ctx.user, caller: ctx.caller }, input?.cursor);
  }),
  delete: adminProcedure.input(waitlistEntryId).mutation(async ({ ctx, input }) => {
    const email = await removeFromWaitlist(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.id);
    return { message: `${email} was removed from the waitlist.` };
  }),
});
