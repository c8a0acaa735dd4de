import { tracked } from '@trpc/server';
import { readPriceHealth } from '~/server/features/prices/price-health';
import { adminProcedure, limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { evidenceSources, evidenceSourcesInput } from '~/shared/schemas/evidence';
import { bookFigures, figuresInput } from '~/shared/schemas/figures';
import { lookupInput, tickerLookup } from '~/shared/schemas/lookup';
import { messageOutput } from '~/shared/schemas/output';
import { addNoteInput, editNoteInput, noteId, positionNote, positionNotes } from '~/shared/schemas/position-notes';
import {
  addPositionInput,
  type BookEvent,
  book,
  closePositionInput,
  correctPositionInput,
  exportFile,
  exportInput,
  gainReceipt,
  importInput,
  importResult,
  performance,
  position,
  positionId,
  priceHealth,
  watchBookInput,
} from '~/shared/schemas/positions';
import { decidePriceInput, decideSplitInput, priceReview } from '~/shared/schemas/price-review';
import { positionPage, thesis, writeThesisInput } from '~/shared/schemas/theses';
import { changedPositions, delistTickerInput, renameTickerInput } from '~/shared/schemas/tickers';
import { delistTicker, renameTicker } from './change-ticker';
import { closePosition } from './close-position';
import { correctPosition } from './correct-position';
import { listEvidenceSources } from './evidence-sources';
import { exportPositions } from './export-positions';
import { importPositions } from './import-positions';
import { listPositions } from './list-positions';
import { addNote, deleteNote, editNote, listNotes } from './notes';
import { addPosition, deletePosition } from './positions.service';
import { readBookFigures } from './read-figures';
import { readPerformance } from './read-performance';
import { readPositionPage } from './read-position-page';
import { readReceipt } from './read-receipt';
import { decidePrice, decideSplit, readPriceReview } from './review-prices';
import { writeThesis } from './theses';
import { watchBook } from './watch-book';

/** Who acts is the signed-in admin. */
const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

/** A form waits for it before it is sent. */
const lookupPatienceMs = 4000;

export const positionsRouter = router({
  list: memberProcedure.output(output(book)).query(({ ctx }) => listPositions(ctx.deps)),
  receipt: memberProcedure
    .input(positionId)
    .output(output(gainReceipt))
    .query(({ ctx, input }) => readReceipt(ctx.deps, input.id)),
  performance: memberProcedure.output(output(performance)).query(({ ctx }) => readPerformance(ctx.deps)),
  figures: memberProcedure
    .input(figuresInput)
    .output(output(bookFigures))
    .query(({ ctx, input }) => readBookFigures(ctx.deps, input?.benchmark)),
  get: memberProcedure
    .input(positionId)
    .output(output(positionPage))
    .query(({ ctx, input }) => readPositionPage(ctx.deps, input.id, ctx.user.id)),
  changed: memberProcedure.input(watchBookInput).subscription(async function* ({ ctx, input, signal }) {
    const options = { revision: input?.lastEventId, signal: signal ?? new AbortController().signal };
    for await (const revision of watchBook(ctx.deps, options))
      yield tracked(revision, { type: 'changed' } satisfies BookEvent as BookEvent);
  }),
  /** A mutation, because it is recorded in the audit log. */
  export: limitedProcedure('listExportsByAccount')
    .meta({ access: 'member', isExport: true })
    .input(exportInput)
    .output(output(exportFile))
    .mutation(({ ctx, input }) => exportPositions(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.format)),
  lookup: adminProcedure
    .input(lookupInput)
    .output(output(tickerLookup))
    .query(({ ctx, input }) => ctx.deps.prices.lookUp(input, lookupPatienceMs)),
  add: actingProcedure
    .input(addPositionInput)
    .output(output(position))
    .mutation(({ ctx, input }) => addPosition(ctx.deps, ctx.acting, input)),
  close: actingProcedure
    .input(closePositionInput)
    .output(output(position))
    .mutation(({ ctx, input }) => closePosition(ctx.deps, ctx.acting, input)),
  correct: actingProcedure
    .input(correctPositionInput)
    .output(output(position))
    .mutation(({ ctx, input }) => correctPosition(ctx.deps, ctx.acting, input)),
  writeThesis: actingProcedure
    .input(writeThesisInput)
    .output(output(thesis))
    .mutation(({ ctx, input }) => writeThesis(ctx.deps, ctx.acting, input)),
  /** Of the administrator's own answers. */
  evidenceSources: adminProcedure
    .input(evidenceSourcesInput)
    .output(output(evidenceSources))
    .query(({ ctx, input }) => listEvidenceSources(ctx.deps, ctx.user.id, input)),
  notes: memberProcedure
    .input(positionId)
    .output(output(positionNotes))
    .query(({ ctx, input }) => listNotes(ctx.deps, ctx.user, input.id)),
  addNote: actingProcedure
    .input(addNoteInput)
    .output(output(positionNote))
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.acting, input)),
  editNote: actingProcedure
    .input(editNoteInput)
    .output(output(positionNote))
    .mutation(({ ctx, input }) => editNote(ctx.deps, ctx.acting, input)),
  deleteNote: actingProcedure
    .input(noteId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteNote(ctx.deps, ctx.acting, input);
      return { message: 'Note deleted' };
    }),
  delete: actingProcedure
    .input(positionId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deletePosition(ctx.deps, ctx.acting, input.id);
      return { message: 'Position deleted' };
    }),
  renameTicker: actingProcedure
    .input(renameTickerInput)
    .output(output(changedPositions))
    .mutation(({ ctx, input }) => renameTicker(ctx.deps, ctx.acting, input)),
  delistTicker: actingProcedure
    .input(delistTickerInput)
    .output(output(changedPositions))
    .mutation(({ ctx, input }) => delistTicker(ctx.deps, ctx.acting, input)),
  import: actingProcedure
    .input(importInput)
    .output(output(importResult))
    .mutation(({ ctx, input }) => importPositions(ctx.deps, ctx.acting, input)),
  priceReview: adminProcedure.output(output(priceReview)).query(({ ctx }) => readPriceReview(ctx.deps)),
  decideSplit: actingProcedure
    .input(decideSplitInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await decideSplit(ctx.deps, ctx.acting, input);
      return { message: `Split ${input.decision}` };
    }),
  decidePrice: actingProcedure
    .input(decidePriceInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await decidePrice(ctx.deps, ctx.acting, input);
      return { message: `Price ${input.decision}` };
    }),
  priceHealth: adminProcedure.output(output(priceHealth)).query(({ ctx }) => readPriceHealth(ctx.deps)),
});
