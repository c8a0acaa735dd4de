import { tracked } from '@trpc/server';
import { priceHealth } from '~/server/features/prices/price-health';
import { adminProcedure, limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import {
  addPositionInput,
  type BookEvent,
  closePositionInput,
  exportInput,
  importInput,
  positionId,
  watchBookInput,
} from '~/shared/schemas/positions';
import { exportPositions } from './export-positions';
import { importPositions } from './import-positions';
import { listPositions } from './list-positions';
import { addPosition, closePosition, deletePosition } from './positions.service';
import { readPerformance } from './read-performance';
import { readReceipt } from './read-receipt';
import { watchBook } from './watch-book';

/** Who acts is the signed-in admin. */
const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const positionsRouter = router({
  list: memberProcedure.query(({ ctx }) => listPositions(ctx.deps)),
  receipt: memberProcedure.input(positionId).query(({ ctx, input }) => readReceipt(ctx.deps, input.id)),
  performance: memberProcedure.query(({ ctx }) => readPerformance(ctx.deps)),
  changed: memberProcedure.input(watchBookInput).subscription(async function* ({ ctx, input, signal }) {
    const options = { revision: input?.lastEventId, signal: signal ?? new AbortController().signal };
    for await (const revision of watchBook(ctx.deps, options))
      yield tracked(revision, { type: 'changed' } satisfies BookEvent as BookEvent);
  }),
  export: limitedProcedure('listExportsByAccount')
    .input(exportInput)
    .query(({ ctx, input }) => exportPositions(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.format)),
  add: actingProcedure.input(addPositionInput).mutation(({ ctx, input }) => addPosition(ctx.deps, ctx.acting, input)),
  close: actingProcedure
    .input(closePositionInput)
    .mutation(({ ctx, input }) => closePosition(ctx.deps, ctx.acting, input.id, input.closePrice)),
  delete: actingProcedure.input(positionId).mutation(async ({ ctx, input }) => {
    await deletePosition(ctx.deps, ctx.acting, input.id);
    return { message: 'Position deleted' };
  }),
  import: actingProcedure.input(importInput).mutation(({ ctx, input }) => importPositions(ctx.deps, ctx.acting, input)),
  priceHealth: adminProcedure.query(({ ctx }) => priceHealth(ctx.deps)),
});
