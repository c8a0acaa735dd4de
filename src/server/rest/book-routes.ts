import { z } from 'zod';
import { ledgerTimestamp } from '~/shared/schemas/timestamps';
import { ledgerEntry, publishedCloses } from '~/shared/schemas/track-record';
import * as book from './book-examples';
import * as example from './examples';
import { rowsOf } from './route';
import { listLedger, sendLedger, sendPositions, sendPrices, sendTimestamps } from './send-files';

const positions = rowsOf('Positions');
const track = rowsOf('Track record');
const backtest = rowsOf('Back-test');
const errors = { 429: 'Too many requests from this address; see Retry-After.' };

export const bookRoutes = [
  positions.get('/positions', 'positions.list', 'List positions', book.positions, {
    description: 'Prices in USD as strings with two decimals. Never waits for a price; see `priceAsOf`.',
  }),
  positions.post('/positions', 'positions.add', 'Add a position', example.position, {
    body: { example: book.newPosition },
    status: 201,
    idempotency: 'stored',
  }),
  positions.get(
    '/positions/performance',
    'positions.performance',
    'Get portfolio performance vs. the benchmark',
    book.performance,
    { description: 'Positions are equally weighted; `method` explains the index. Empty without price history.' },
  ),
  positions.get('/positions/figures', 'positions.figures', 'Get figures of the portfolio by period', book.figures, {
    description:
      'Of the index of `/positions/performance`. A figure that is not known is null with a reason. Dividends and fees are not included.',
    filters: ['benchmark'],
    errors: { 400: 'Unknown benchmark; `message` lists those to choose from.' },
  }),
  positions.get('/positions/export', 'positions.export', 'Export positions as CSV or JSON', book.exported, {
    description:
      'Can be imported again. The CSV starts with a byte-order mark, so that spreadsheets detect UTF-8; cells that could run as formulas start with an apostrophe. The export is recorded in the audit log, so API tokens need write access.',
    filters: ['format'],
    download: { type: 'text/csv', send: sendPositions },
    errors: { 400: '`format` is neither csv nor json.' },
  }),
  positions.post('/positions/import', 'positions.import', 'Import positions from a file', book.importResult, {
    description:
      'CSV or JSON with the columns of an export, or a file of Ghostfolio, Wealthfolio, Portfolio Performance or Yahoo Finance; the server recognizes it by its text. All or nothing: if one row has an error, nothing is stored and `imported` is 0. Purchases that already exist are left out, as are rows of other programs that are not positions (`skipped`). With `dryRun` nothing is stored.',
    body: { example: { format: 'csv', text: book.importText, dryRun: true } },
  }),
  positions.post(
    '/positions/rename',
    'positions.renameTicker',
    'Rename a ticker',
    { count: 2 },
    {
      description:
        'All open positions of the ticker get the new one. The verified record ends the old ticker at its next close and counts the new one from then on.',
      body: { example: { ticker: 'TSLA', to: 'TSLA.X', reason: 'New ticker after a merger' } },
    },
  ),
  positions.post(
    '/positions/delist',
    'positions.delistTicker',
    'Record a delisting',
    { count: 1 },
    {
      description:
        'Closes all open positions of the ticker at the given price, or at 0. The verified record uses the price only if it is lower than the last close.',
      body: { example: { ticker: 'TSLA', price: '54.20', reason: 'Bought for cash' } },
    },
  ),
  positions.get(
    '/positions/price-review',
    'positions.priceReview',
    'List splits and held-back prices',
    book.priceReview,
    {
      description: 'A split counts for gains once prices bear it out, or an administrator confirms it.',
    },
  ),
  positions.get(
    '/positions/evidence-sources',
    'positions.evidenceSources',
    'List checked sources for a thesis',
    book.evidenceSource,
    {
      description:
        'Of your own answers, newest first. `messageId` and `citation` name one in the `evidence` of a thesis. Without those of temporary conversations.',
      list: 'pages',
      filters: ['search'],
    },
  ),
  positions.post(
    '/positions/decide-split',
    'positions.decideSplit',
    'Confirm or overrule a split',
    { message: 'Split confirmed' },
    {
      description: 'Changes gains as stated. Closing prices and the verified record do not change.',
      body: { example: book.splitDecision },
    },
  ),
  positions.post(
    '/positions/decide-price',
    'positions.decidePrice',
    'Confirm or overrule a held-back price',
    { message: 'Price overruled' },
    {
      description: 'A confirmed price is shown at once; an overruled one is not accepted for 30 days.',
      body: { example: book.priceDecision },
      errors: { 409: 'The price is no longer held back.' },
    },
  ),
  // After the paths above, so that these are not taken for ids.
  positions.patch('/positions/:id/close', 'positions.close', 'Close a position', book.closedPosition, {
    description:
      'The close date is the time of the request. `postMortem`, what was learned, is optional and becomes a version of the thesis.',
    body: { example: { closePrice: '250.10' } },
    errors: { 409: 'Already closed; the original close price is kept.' },
  }),
  positions.patch('/positions/:id', 'positions.correct', 'Correct a position', example.position, {
    description:
      'Changes what was typed wrong. The ledger records old and new values with the reason; the verified record does not change.',
    body: { example: { reason: 'Typing error', avgEntryPrice: '180.52' } },
  }),
  positions.get('/positions/:id', 'positions.get', 'Get a position with its history', book.positionPage, {
    description: 'Its course beside the benchmark, splits, dividends, thesis versions and ledger entries.',
  }),
  positions.put('/positions/:id/thesis', 'positions.writeThesis', "Write a position's thesis", book.thesis, {
    description:
      'Adds a version; earlier ones stay. Omitted fields are empty in it. The SHA-256 of `text` and `evidenceText` are recorded in the ledger, the texts themselves are for signed-in users only. `evidence`: sources of your own answers with what they show, or `id` and `statement` of evidence to keep; without it all evidence is kept.',
    body: { example: book.thesisInput },
    errors: {
      404: 'No such position, no such source of your answers, or no such evidence in the replaced version.',
      409: 'Another version than `version` is the newest.',
    },
  }),
  positions.get('/positions/:id/notes', 'positions.notes', "List a position's notes", [book.note], {
    description:
      'Newest first, at most 200. `text` is Markdown; `earlier` contains what a note said before it was edited.',
  }),
  positions.post('/positions/:id/notes', 'positions.addNote', 'Add a note about a position', book.note, {
    description: 'The SHA-256 of `text` is recorded in the ledger, the text itself is for signed-in users only.',
    body: { example: { text: book.note.text } },
    status: 201,
    idempotency: 'stored',
  }),
  positions.put('/positions/:id/notes/:noteId', 'positions.editNote', 'Edit one of your notes', book.note, {
    description: 'Adds a version; earlier ones stay.',
    params: { id: 'id', noteId: 'noteId' },
    body: { example: { version: 1, text: 'Margins fell for the third quarter.' } },
    errors: { 409: 'Another version than `version` is the newest.' },
  }),
  positions.remove(
    '/positions/:id/notes/:noteId',
    'positions.deleteNote',
    'Delete one of your notes',
    { message: 'Note deleted' },
    {
      description: 'With its earlier versions. Their hashes stay in the ledger.',
      params: { id: 'id', noteId: 'noteId' },
    },
  ),
  positions.remove('/positions/:id', 'positions.delete', 'Delete a position', { message: 'Position deleted' }),
  positions.get(
    '/positions/:id/receipt',
    'positions.receipt',
    "Get the calculation of a position's gain",
    book.receipt,
  ),
  track.get('/track-record', 'trackRecord.summary', 'Get the figures of the track record', book.trackRecord, {
    description:
      '`verified` counts each position from the first market close after its entry was recorded, by closing prices alone. `stated` uses the entered dates and prices. Samples count in neither.',
    errors,
  }),
  track.get(
    '/track-record/figures',
    'trackRecord.figures',
    'Get figures of the verified record by period',
    book.figures,
    {
      description:
        'Return, volatility, Sharpe ratio, beta, drawdown and the contribution of each position, by closing prices alone. `/track-record/verify.mjs` calculates them again.',
      filters: ['benchmark'],
      errors: { ...errors, 400: 'Unknown benchmark; `message` lists those to choose from.' },
    },
  ),
  track.get('/track-record/ledger', 'trackRecord.ledger', 'List the ledger', book.ledgerEntry, {
    description:
      'Oldest entry first. `hash` is the SHA-256 of `body` in UTF-8; `body` contains the hash of the entry before, so anyone can check every entry.',
    list: 'pages',
    responseSchema: ledgerEntry,
    perform: listLedger,
    errors,
  }),
  track.get('/track-record/ledger.csv', 'trackRecord.ledger', 'Download the ledger as CSV', book.ledgerFile, {
    description:
      'Check it with `/track-record/verify.mjs`, a script without dependencies: `node verify.mjs ledger.csv prices.json`.',
    download: { type: 'text/csv', send: sendLedger },
    errors,
  }),
  track.get('/track-record/closes', 'trackRecord.closes', 'List the prices of the track record', book.closes, {
    description: 'Ticker by ticker; `nextCursor` leads to the next part. The first part includes the benchmark.',
    filters: ['cursor', 'series'],
    errors,
  }),
  track.get('/track-record/prices.json', 'trackRecord.closes', 'Download all prices as one file', [book.closes], {
    description:
      'A JSON array of all parts of `/track-record/closes`. With it `/track-record/verify.mjs` calculates the verified record and compares it with the benchmark.',
    filters: ['series'],
    responseSchema: z.array(publishedCloses),
    download: { type: 'application/json', send: sendPrices },
    errors,
  }),
  track.get('/track-record/timestamps', 'trackRecord.timestamps', 'List timestamps of the ledger', book.timestamp, {
    description:
      'Oldest first, failed attempts included. Each was signed by an authority outside of this server (RFC 3161) and covers all entries up to `seq`. `GET /track-record/timestamps/{id}.tsr`, outside of /api, returns the response for `openssl ts -verify`.',
    list: 'pages',
    errors,
  }),
  track.get(
    '/track-record/timestamps.json',
    'trackRecord.timestamps',
    'Download all timestamps as one file',
    [book.timestamp],
    {
      description:
        'A JSON array with the responses of the authorities, which `/track-record/verify.mjs` compares with the ledger.',
      responseSchema: z.array(ledgerTimestamp),
      download: { type: 'application/json', send: sendTimestamps },
      errors,
    },
  ),
  track.get('/track-record/book', 'trackRecord.book', 'List current positions', [book.bookEntry], {
    description: 'For comparison with the ledger.',
    errors,
  }),
  backtest.get('/backtest/universe', 'backtest.universe', 'List stocks with price history', book.universe),
  backtest.post('/backtest', 'backtest.run', 'Run a hypothetical back-test on closing prices', book.backtestResult, {
    description: 'The same input and prices return the same result. `rules` explains the simulation.',
    body: { example: book.backtestInput },
    errors: { 409: 'Closing prices are missing; see `message`.', 429: 'Too many back-tests; see Retry-After.' },
  }),
  backtest.get('/backtest/published', 'backtest.listPublished', 'List published back-tests', [book.publishedBacktest], {
    description: 'Newest first, at most 50. Hypothetical results, which anyone can calculate again.',
    errors,
  }),
  backtest.get('/backtest/published/:id', 'backtest.getPublished', 'Get a published back-test', book.publishedRun, {
    description:
      'What run.json contains. `GET /back-tests/{id}/run.json`, `prices.csv` and `trades.csv`, outside of /api, return the files for `/back-tests/recompute.mjs`. `prices.csv` is missing where `hasPrices` is false.',
    errors,
  }),
  backtest.post('/backtest/published', 'backtest.publish', 'Publish a back-test', book.publishedBacktest, {
    description:
      'Runs it and keeps a copy of the result and its closing prices that never changes. Publish the prices only if the license of their provider allows it.',
    body: { example: book.newPublished },
    status: 201,
    idempotency: 'stored',
    errors: {
      409: 'Closing prices are missing, or 50 back-tests are published; see `message`.',
      429: 'Too many back-tests; see Retry-After.',
    },
  }),
  backtest.patch(
    '/backtest/published/:id',
    'backtest.choose',
    'Show a published back-test on the home page',
    { ...book.publishedBacktest, isChosen: true },
    {
      description: 'In place of the one before. With `isChosen: false` the home page shows none.',
      body: { example: { isChosen: true } },
    },
  ),
  backtest.remove('/backtest/published/:id', 'backtest.unpublish', 'Unpublish a back-test', {
    message: 'Back-test unpublished',
  }),
];
