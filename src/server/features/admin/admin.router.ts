import { confirmUser } from '~/server/features/auth/confirm-user';
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

/** Who acts is the signed-in admin. */
const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const adminRouter = router({
  userPage: adminProcedure
    .input(userPageInput)
    .output(output(userPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listUserPage(ctx.deps, input);
    }),
  lock: actingProcedure
    .input(lockUserInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await setLocked(ctx.deps, ctx.acting, input),
    })),
  setAdmin: actingProcedure
    .input(setAdminInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const { user, sessionToken } = ctx;
      await confirmUser(ctx.deps, { userId: user.id, sessionToken }, input.password);
      return { message: await setAdmin(ctx.deps, ctx.acting, input) };
    }),
  resetSecondFactor: actingProcedure
    .input(resetSecondFactorInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const { user, sessionToken } = ctx;
      await confirmUser(ctx.deps, { userId: user.id, sessionToken }, input.password);
      return { message: await resetSecondFactor(ctx.deps, ctx.acting, input.userId) };
    }),
  delete: actingProcedure
    .input(userId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => ({
      message: await deleteUser(ctx.deps, ctx.acting, input.userId),
    })),
});
