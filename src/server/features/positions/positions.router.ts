import { adminProcedure, memberProcedure, router } from '~/server/trpc/init';
import { addPositionInput, closePositionInput, positionId } from '~/shared/schemas/positions';
import { addPosition, closePosition, deletePosition, listPositions } from './positions.service';

export const positionsRouter = router({
  list: memberProcedure.query(({ ctx }) => listPositions(ctx.deps)),
  add: adminProcedure.input(addPositionInput).mutation(({ ctx, input }) => addPosition(ctx.deps, ctx.user.id, input)),
  close: adminProcedure
    .input(closePositionInput)
    .mutation(({ ctx, input }) => closePosition(ctx.deps, input.id, input.closePrice)),
  delete: adminProcedure.input(positionId).mutation(async ({ ctx, input }) => {
    await deletePosition(ctx.deps, input.id);
    return { message: 'Position deleted' };
  }),
});
