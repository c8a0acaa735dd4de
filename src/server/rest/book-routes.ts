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

export const bookRoutes = [
  positions.get('/positions', 'positions.list', book.positions),
  positions.post('/positions', 'positions.add', example.position, {
    body: book.newPosition,
    status: 201,
    idempotency: 'stored',
  }),
  positions.get('/positions/performance', 'positions.performance', book.performance),
  positions.get('/positions/figures', 'positions.figures', book.figures),
  positions.get('/positions/export', 'positions.export', book.exported, {
    download: { type: 'text/csv', send: sendPositions },
  }),
  positions.post('/positions/import', 'positions.import', book.importResult, {
    body: { format: 'csv', text: book.importText, dryRun: true },
  }),
  positions.post(
    '/positions/rename',
    'positions.renameTicker',
    { count: 2 },
    { body: { ticker: 'TSLA', to: 'TSLA.X', reason: 'New ticker after a merger' } },
  ),
  positions.post(
    '/positions/delist',
    'positions.delistTicker',
    { count: 1 },
    { body: { ticker: 'TSLA', price: '54.20', reason: 'Bought for cash' } },
  ),
  positions.get('/positions/price-review', 'positions.priceReview', book.priceReview),
  positions.get('/positions/evidence-sources', 'positions.evidenceSources', book.evidenceSource, {
    list: 'pages',
  }),
  positions.post('/positions/decide-split', 'positions.decideSplit', 'Split confirmed', { body: book.splitDecision }),
  positions.post('/positions/decide-price', 'positions.decidePrice', 'Price overruled', { body: book.priceDecision }),
  // After the paths above, so that these are not taken for ids.
  positions.patch('/positions/:id/close', 'positions.close', book.closedPosition, { body: { closePrice: '250.10' } }),
  positions.patch('/positions/:id', 'positions.correct', example.position, {
    body: { reason: 'Typing error', avgEntryPrice: '180.52' },
  }),
  positions.get('/positions/:id', 'positions.get', book.positionPage),
  positions.put('/positions/:id/thesis', 'positions.writeThesis', book.thesis, { body: book.thesisInput }),
  positions.get('/positions/:id/notes', 'positions.notes', [book.note]),
  positions.post('/positions/:id/notes', 'positions.addNote', book.note, {
    body: { text: book.note.text },
    status: 201,
    idempotency: 'stored',
  }),
  positions.put('/positions/:id/notes/:noteId', 'positions.editNote', book.note, {
    body: { version: 1, text: 'Margins fell for the third quarter.' },
  }),
  positions.remove('/positions/:id/notes/:noteId', 'positions.deleteNote', 'Note deleted'),
  positions.remove('/positions/:id', 'positions.delete', 'Position deleted'),
  positions.get('/positions/:id/receipt', 'positions.receipt', book.receipt),
  track.get('/track-record', 'trackRecord.summary', book.trackRecord),
  track.get('/track-record/figures', 'trackRecord.figures', book.figures),
  track.get('/track-record/ledger', 'trackRecord.ledger', book.ledgerEntry, {
    list: 'pages',
    responseSchema: ledgerEntry,
    perform: listLedger,
  }),
  track.get('/track-record/ledger.csv', 'trackRecord.ledger', book.ledgerFile, {
    summary: 'Download the ledger as CSV',
    description:
      'Check it with `/track-record/verify.mjs`, a script without dependencies: `node verify.mjs ledger.csv prices.json`.',
    download: { type: 'text/csv', send: sendLedger },
  }),
  track.get('/track-record/closes', 'trackRecord.closes', book.closes),
  track.get('/track-record/prices.json', 'trackRecord.closes', [book.closes], {
    summary: 'Download all prices as one file',
    description:
      'A JSON array of all parts of `/track-record/closes`. With it `/track-record/verify.mjs` calculates the verified record and compares it with the benchmark.',
    responseSchema: z.array(publishedCloses),
    download: { type: 'application/json', send: sendPrices },
  }),
  track.get('/track-record/timestamps', 'trackRecord.timestamps', book.timestamp, {
    list: 'pages',
    omit: ['responses'],
  }),
  track.get('/track-record/timestamps.json', 'trackRecord.timestamps', [book.timestamp], {
    summary: 'Download all timestamps as one file',
    description:
      'A JSON array with the responses of the authorities, which `/track-record/verify.mjs` compares with the ledger.',
    responseSchema: z.array(ledgerTimestamp),
    omit: ['responses'],
    download: { type: 'application/json', send: sendTimestamps },
  }),
  track.get('/track-record/book', 'trackRecord.book', [book.bookEntry]),
  backtest.get('/backtest/universe', 'backtest.universe', book.universe),
  backtest.post('/backtest', 'backtest.run', book.backtestResult, { body: book.backtestInput }),
  backtest.get('/backtest/published', 'backtest.listPublished', [book.publishedBacktest]),
  backtest.get('/backtest/published/:id', 'backtest.getPublished', book.publishedRun),
  backtest.post('/backtest/published', 'backtest.publish', book.publishedBacktest, {
    body: book.newPublished,
    status: 201,
    idempotency: 'stored',
  }),
  backtest.patch(
    '/backtest/published/:id',
    'backtest.choose',
    { ...book.publishedBacktest, isChosen: true },
    { body: { isChosen: true } },
  ),
  backtest.remove('/backtest/published/:id', 'backtest.unpublish', 'Back-test unpublished'),
];
