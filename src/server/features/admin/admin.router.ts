import { adminProcedure, router } from '~/server/trpc/init';
import { lockUserInput, partOfList, userId } from '~/shared/schemas/accounts';
import { deleteUser, listUsers, setLocked } from './admin.service';

export const adminRouter = router({
  users: adminProcedure.input(partOfList).query(({ ctx, input }) => listUsers(ctx.deps, input)),
  lock: adminProcedure.input(lockUserInput).mutation(async ({ ctx, input }) => ({
    message: await setLocked(ctx.deps, ctx.user.id, input.userId, input.isLocked),
  })),
  delete: adminProcedure.input(userId).mutation(async ({ ctx, input }) => ({
    message: await deleteUser(ctx.deps, ctx.user.id, input.userId),
  })),
});
