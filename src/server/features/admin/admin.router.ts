import { confirmPassword } from '~/server/features/auth/confirm-password';
import { adminProcedure, countSearch, router } from '~/server/trpc/init';
import { lockUserInput, partOfList, setAdminInput, userId, userPageInput } from '~/shared/schemas/accounts';
import { deleteUser, listUsers, setAdmin, setLocked } from './admin.service';
import { listUserPage } from './list-users';

/** Who acts is the signed-in admin. */
const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const adminRouter = router({
  users: adminProcedure.input(partOfList).query(({ ctx, input }) => listUsers(ctx.deps, input)),
  userPage: adminProcedure.input(userPageInput).query(async ({ ctx, input }) => {
    await countSearch(ctx, input.search);
    return listUserPage(ctx.deps, input);
  }),
  lock: actingProcedure.input(lockUserInput).mutation(async ({ ctx, input }) => ({
    message: await setLocked(ctx.deps, ctx.acting, input),
  })),
  setAdmin: actingProcedure.input(setAdminInput).mutation(async ({ ctx, input }) => {
    await confirmPassword(ctx.deps, ctx.user.id, input.password);
    return { message: await setAdmin(ctx.deps, ctx.acting, input) };
  }),
  delete: actingProcedure.input(userId).mutation(async ({ ctx, input }) => ({
    message: await deleteUser(ctx.deps, ctx.acting, input.userId),
  })),
});
