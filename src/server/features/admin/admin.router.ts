import { confirmUser } from '~/server/features/auth/confirm-user';
import { tooManySearches, tooManyTries } from '~/server/trpc/documented-errors';
import { adminProcedure, countSearch, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  lockUserInput,
  resetSecondFactorInput,
  setAdminInput,
  userId,
  userPage,
  userPageInput,
} from '~/shared/schemas/accounts';
import { messageOutput } from '~/shared/schemas/output';
import { deleteUser, resetSecondFactor, setAdmin, setLocked } from './admin.service';
import { listUserPage } from './list-users';

export const adminRouter = router({
  userPage: adminProcedure
    .meta({
      summary: 'List all accounts',
      description: 'Newest first, unless `sort` is given. `search`: words of the email and the name.',
      errors: { 429: tooManySearches },
    })
    .input(userPageInput)
    .output(output(userPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listUserPage(ctx.deps, input);
    }),
  lock: adminProcedure
    .meta({
      summary: 'Lock or unlock an account',
      description:
        "Locking ends the account's sessions and answers at once and revokes its API tokens. Unlocking restores none of them, and does not activate an account that a directory deactivated over SCIM.",
      errors: {
        404: 'Not found.',
        409: 'It is your own account, the last active administrator, or unlocked here but deactivated by a directory.',
      },
    })
    .input(lockUserInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await setLocked(ctx.deps, ctx.acting, input),
    })),
  setAdmin: adminProcedure
    .meta({
      summary: 'Grant or remove admin rights',
      description: '`password` is your own password.',
      errors: { 404: 'Not found.', 409: 'It is your own account, or the last active administrator.' },
    })
    .input(setAdminInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const { user, sessionToken } = ctx;
      await confirmUser(ctx.deps, { userId: user.id, sessionToken }, input.password);
      return { message: await setAdmin(ctx.deps, ctx.acting, input) };
    }),
  resetSecondFactor: adminProcedure
    .meta({
      summary: 'Remove the second factor of a user',
      description: 'For a user who lost it. `password` is your own password.',
      errors: { 404: 'Not found.', 409: 'It is your own account, or it has no second factor.', 429: tooManyTries },
    })
    .input(resetSecondFactorInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const { user, sessionToken } = ctx;
      await confirmUser(ctx.deps, { userId: user.id, sessionToken }, input.password);
      return { message: await resetSecondFactor(ctx.deps, ctx.acting, input.userId) };
    }),
  delete: adminProcedure
    .meta({
      summary: 'Delete a user and all their data',
      description: 'You take over the positions of the user.',
      errors: { 409: 'It is your own account, or the last active administrator.' },
    })
    .input(userId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await deleteUser(ctx.deps, ctx.acting, input.userId),
    })),
});
