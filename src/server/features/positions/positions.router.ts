import { tracked } from '@trpc/server';
import { readPriceHealth } from '~/server/features/prices/price-health';
import { invalidInput } from '~/server/trpc/documented-errors';
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
import { readGainCalculation } from './read-gain-calculation';
import { readPerformance } from './read-performance';
import { readPositionPage } from './read-position-page';
import { decidePrice, decideSplit, readPriceReview } from './review-prices';
import { writeThesis } from './theses';
import { watchBook } from './watch-book';

/** The form waits for this lookup before it is submitted. */
const maxLookupWaitMs = 4000;

export const positionsRouter = router({
  list: memberProcedure
    .meta({
      summary: 'List positions',
      description:
        'Prices as strings with two decimals, in USD or in the `currency` of the position. Never waits for a price; see `priceAsOf`.',
    })
    .output(output(book))
    .query(({ ctx }) => listPositions(ctx.deps)),
  receipt: memberProcedure
    .meta({ summary: "Get the calculation of a position's gain" })
    .input(positionId)
    .output(output(gainReceipt))
    .query(({ ctx, input }) => readGainCalculation(ctx.deps, input.id)),
  performance: memberProcedure
    .meta({
      summary: 'Get portfolio performance vs. the benchmark',
      description: 'Positions are equally weighted; `method` explains the index. Empty without price history.',
    })
    .output(output(performance))
    .query(({ ctx }) => readPerformance(ctx.deps)),
  figures: memberProcedure
    .meta({
      summary: 'Get figures of the portfolio by period',
      description:
        'Of the index of `/positions/performance`. A figure that is not known is null with a reason. Dividends and fees are not included.',
      errors: { 400: 'Unknown benchmark; `message` lists those to choose from.' },
    })
    .input(figuresInput)
    .output(output(bookFigures))
    .query(({ ctx, input }) => readBookFigures(ctx.deps, input?.benchmark)),
  get: memberProcedure
    .meta({
      summary: 'Get a position with its history',
      description: 'Its course beside the benchmark, splits, dividends, thesis versions and ledger entries.',
    })
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
    .meta({
      summary: 'Export positions as CSV or JSON',
      description:
        'Can be imported again. The CSV starts with a byte-order mark, so that spreadsheets detect UTF-8; cells that could run as formulas start with an apostrophe. The export is recorded in the audit log, so API tokens need write access.',
      errors: { 400: '`format` is neither csv nor json.' },
      isExport: true,
    })
    .input(exportInput)
    .output(output(exportFile))
    .mutation(({ ctx, input }) => exportPositions(ctx.deps, ctx.acting, input.format)),
  lookup: adminProcedure
    .meta({
      summary: 'Look up a ticker at the price provider',
      description:
        'With its latest price, and the last closing price up to `day`. Waits at most 4 seconds for the provider.',
      errors: { 400: invalidInput },
    })
    .input(lookupInput)
    .output(output(tickerLookup))
    .query(({ ctx, input }) => ctx.deps.prices.lookUp(input, maxLookupWaitMs)),
  add: adminProcedure
    .meta({ summary: 'Add a position' })
    .input(addPositionInput)
    .output(output(position))
    .mutation(({ ctx, input }) => addPosition(ctx.deps, ctx.acting, input)),
  close: adminProcedure
    .meta({
      summary: 'Close a position',
      description:
        'The close date is the time of the request. `postMortem`, what was learned, is optional and becomes a version of the thesis.',
      errors: { 409: 'Already closed; the original close price is kept.' },
    })
    .input(closePositionInput)
    .output(output(position))
    .mutation(({ ctx, input }) => closePosition(ctx.deps, ctx.acting, input)),
  correct: adminProcedure
    .meta({
      summary: 'Correct a position',
      description:
        'Changes what was typed wrong. The ledger records old and new values with the reason; the verified record does not change.',
    })
    .input(correctPositionInput)
    .output(output(position))
    .mutation(({ ctx, input }) => correctPosition(ctx.deps, ctx.acting, input)),
  writeThesis: adminProcedure
    .meta({
      summary: "Write a position's thesis",
      description:
        'Adds a version; earlier ones stay. Omitted fields are empty in it. The SHA-256 of `text` and `evidenceText` are recorded in the ledger, the texts themselves are for signed-in users only. `evidence`: sources of your own answers with what they show, or `id` and `statement` of evidence to keep; without it all evidence is kept.',
      errors: {
        404: 'No such position, no such source of your answers, or no such evidence in the replaced version.',
        409: 'Another version than `version` is the newest.',
      },
    })
    .input(writeThesisInput)
    .output(output(thesis))
    .mutation(({ ctx, input }) => writeThesis(ctx.deps, ctx.acting, input)),
  /** Only from the administrator's own answers. */
  evidenceSources: adminProcedure
    .meta({
      summary: 'List checked sources for a thesis',
      description:
        'Of your own answers, newest first. `messageId` and `citation` name one in the `evidence` of a thesis. Without those of temporary conversations.',
    })
    .input(evidenceSourcesInput)
    .output(output(evidenceSources))
    .query(({ ctx, input }) => listEvidenceSources(ctx.deps, ctx.user.id, input)),
  notes: memberProcedure
    .meta({
      summary: "List a position's notes",
      description:
        'Newest first, at most 200. `text` is Markdown; `earlier` contains what a note said before it was edited.',
    })
    .input(positionId)
    .output(output(positionNotes))
    .query(({ ctx, input }) => listNotes(ctx.deps, ctx.user, input.id)),
  addNote: adminProcedure
    .meta({
      summary: 'Add a note about a position',
      description: 'The SHA-256 of `text` is recorded in the ledger, the text itself is for signed-in users only.',
    })
    .input(addNoteInput)
    .output(output(positionNote))
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.acting, input)),
  editNote: adminProcedure
    .meta({
      summary: 'Edit one of your notes',
      description: 'Adds a version; earlier ones stay.',
      errors: { 409: 'Another version than `version` is the newest.' },
    })
    .input(editNoteInput)
    .output(output(positionNote))
    .mutation(({ ctx, input }) => editNote(ctx.deps, ctx.acting, input)),
  deleteNote: adminProcedure
    .meta({
      summary: 'Delete one of your notes',
      description: 'With its earlier versions. Their hashes stay in the ledger.',
    })
    .input(noteId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deleteNote(ctx.deps, ctx.acting, input);
      return { message: 'Note deleted' };
    }),
  delete: adminProcedure
    .meta({ summary: 'Delete a position' })
    .input(positionId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await deletePosition(ctx.deps, ctx.acting, input.id);
      return { message: 'Position deleted' };
    }),
  renameTicker: adminProcedure
    .meta({
      summary: 'Rename a ticker',
      description:
        'All open positions of the ticker get the new one. The verified record ends the old ticker at its next close and counts the new one from then on.',
    })
    .input(renameTickerInput)
    .output(output(changedPositions))
    .mutation(({ ctx, input }) => renameTicker(ctx.deps, ctx.acting, input)),
  delistTicker: adminProcedure
    .meta({
      summary: 'Record a delisting',
      description:
        'Closes all open positions of the ticker at the given price, or at 0. The verified record uses the price only if it is lower than the last close.',
    })
    .input(delistTickerInput)
    .output(output(changedPositions))
    .mutation(({ ctx, input }) => delistTicker(ctx.deps, ctx.acting, input)),
  import: adminProcedure
    .meta({
      summary: 'Import positions from a file',
      takesText: true,
      description:
        'CSV or JSON with the columns of an export, or a file of Ghostfolio, Wealthfolio, Portfolio Performance or Yahoo Finance; the server recognizes it by its text. All or nothing: if one row has an error, nothing is stored and `imported` is 0. Purchases that already exist are left out, as are rows of other programs that are not positions (`skipped`). With `dryRun` nothing is stored.',
    })
    .input(importInput)
    .output(output(importResult))
    .mutation(({ ctx, input }) => importPositions(ctx.deps, ctx.acting, input)),
  priceReview: adminProcedure
    .meta({
      summary: 'List splits and held-back prices',
      description: 'A split counts for gains once prices bear it out, or an administrator confirms it.',
    })
    .output(output(priceReview))
    .query(({ ctx }) => readPriceReview(ctx.deps)),
  decideSplit: adminProcedure
    .meta({
      summary: 'Confirm or overrule a split',
      description: 'Changes gains as stated. Closing prices and the verified record do not change.',
    })
    .input(decideSplitInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await decideSplit(ctx.deps, ctx.acting, input);
      return { message: `Split ${input.decision}` };
    }),
  decidePrice: adminProcedure
    .meta({
      summary: 'Confirm or overrule a held-back price',
      description: 'A confirmed price is shown at once; an overruled one is not accepted for 30 days.',
      errors: { 409: 'The price is no longer held back.' },
    })
    .input(decidePriceInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await decidePrice(ctx.deps, ctx.acting, input);
      return { message: `Price ${input.decision}` };
    }),
  priceHealth: adminProcedure
    .meta({ summary: 'Get the state of the price provider' })
    .output(output(priceHealth))
    .query(({ ctx }) => readPriceHealth(ctx.deps)),
});
