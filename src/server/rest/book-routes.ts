import { z } from 'zod';
import * as book from '~/server/lib/book-examples';
import { time } from '~/server/lib/example-values';
import { ledgerHeader } from '~/server/lib/ledger-file';
import { ledgerTimestamp } from '~/shared/schemas/timestamps';
import { ledgerEntry, publishedCloses } from '~/shared/schemas/track-record';
import { created, rowsOf } from './route';
import { listLedger, sendLedger, sendPositions, sendPrices, sendTimestamps } from './send-files';

const positions = rowsOf('Positions');
const track = rowsOf('Track record');
const backtest = rowsOf('Back-test');

export const bookRoutes = [
  // Followed stocks. Before the routes with a position's id, so that these names are not taken for ids.
  positions.get('/positions/news', 'follows.news'),
  positions.put('/positions/news/seen', 'follows.look', {
    example: { since: time },
    body: { until: time },
    isBodyOptional: true,
  }),
  positions.get('/positions/following', 'follows.settings'),
  positions.patch('/positions/following', 'follows.change', { body: { followsAll: true } }),
  positions.put('/positions/:id/follow', 'follows.follow', {
    example: { isFollowed: true },
    body: { isFollowed: true },
  }),
  positions.post('/positions/following/feed', 'follows.createFeed', { status: 201 }),
  positions.remove('/positions/following/feed', 'follows.deleteFeed', 'Feed deleted'),
  positions.get('/positions', 'positions.list', { example: { closed: [], summary: { closedCount: 0 } } }),
  positions.post('/positions', 'positions.add', {
    body: { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: '2023-05-15T00:00:00.000Z' },
    ...created,
  }),
  positions.get('/positions/performance', 'positions.performance', { example: book.performance }),
  positions.get('/positions/figures', 'positions.figures', { example: book.figures }),
  positions.get('/positions/export', 'positions.export', {
    example: book.exported,
    download: { types: ['text/csv', 'application/json'], send: sendPositions },
  }),
  positions.post('/positions/import', 'positions.import', {
    body: { format: 'csv', text: book.importText, dryRun: true },
  }),
  positions.post('/positions/rename', 'positions.renameTicker', {
    example: { count: 2 },
    body: { ticker: 'TSLA', to: 'TSLX', reason: 'New ticker after a merger' },
  }),
  positions.post('/positions/delist', 'positions.delistTicker', {
    example: { count: 1 },
    body: { ticker: 'TSLA', price: '54.20', reason: 'Bought for cash' },
  }),
  positions.get('/positions/lookup', 'positions.lookup'),
  positions.get('/positions/price-health', 'positions.priceHealth'),
  positions.get('/positions/price-review', 'positions.priceReview'),
  positions.get('/positions/evidence-sources', 'positions.evidenceSources', { list: 'pages' }),
  positions.post('/positions/decide-split', 'positions.decideSplit', {
    message: 'Split confirmed',
    body: { ticker: 'TSLA', day: '2022-08-25', decision: 'confirmed', reason: 'Announced by the company' },
  }),
  positions.post('/positions/decide-price', 'positions.decidePrice', {
    message: 'Price overruled',
    body: { ticker: 'TSLA', price: '25.01', decision: 'overruled', reason: 'A typing error' },
  }),
  // After the paths above, so that these are not taken for ids.
  positions.patch('/positions/:id/close', 'positions.close', {
    example: { status: 'closed', closeDate: time, closePrice: '250.10' },
    body: { closePrice: '250.10' },
  }),
  positions.patch('/positions/:id', 'positions.correct', { body: { reason: 'Typing error', avgEntryPrice: '180.52' } }),
  positions.get('/positions/:id', 'positions.get'),
  positions.put('/positions/:id/thesis', 'positions.writeThesis', {
    body: { version: 0, claim: 'Energy storage grows faster than the market expects.', target: '500.00' },
  }),
  positions.get('/positions/:id/notes', 'positions.notes'),
  positions.post('/positions/:id/notes', 'positions.addNote', {
    body: { text: 'Margins fell for the **second** quarter.' },
    ...created,
  }),
  positions.put('/positions/:id/notes/:noteId', 'positions.editNote', {
    body: { version: 1, text: 'Margins fell for the third quarter.' },
  }),
  positions.remove('/positions/:id/notes/:noteId', 'positions.deleteNote', 'Note deleted'),
  positions.remove('/positions/:id', 'positions.delete', 'Position deleted'),
  positions.get('/positions/:id/receipt', 'positions.receipt', { example: book.receipt }),
  track.get('/track-record', 'trackRecord.summary'),
  track.get('/track-record/figures', 'trackRecord.figures', { example: book.figures }),
  track.get('/track-record/ledger', 'trackRecord.ledger', {
    list: 'pages',
    responseSchema: ledgerEntry,
    perform: listLedger,
  }),
  track.get('/track-record/ledger.csv', 'trackRecord.ledger', {
    example: ledgerHeader,
    summary: 'Download the ledger as CSV',
    description:
      'Check it with `/track-record/verify.mjs`, a script without dependencies: `node verify.mjs ledger.csv prices.json`.',
    download: { types: ['text/csv'], send: sendLedger },
  }),
  track.get('/track-record/closes', 'trackRecord.closes'),
  track.get('/track-record/prices.json', 'trackRecord.closes', {
    summary: 'Download all prices as one file',
    description:
      'A JSON array of all parts of `/track-record/closes`. With it `/track-record/verify.mjs` calculates the verified record and compares it with the benchmark.',
    responseSchema: z.array(publishedCloses),
    download: { types: ['application/json'], send: sendPrices },
  }),
  track.get('/track-record/timestamps', 'trackRecord.timestamps', { list: 'pages', omit: ['responses'] }),
  track.get('/track-record/timestamps.json', 'trackRecord.timestamps', {
    summary: 'Download all timestamps as one file',
    description:
      'A JSON array with the responses of the authorities, which `/track-record/verify.mjs` compares with the ledger.',
    responseSchema: z.array(ledgerTimestamp),
    omit: ['responses'],
    download: { types: ['application/json'], send: sendTimestamps },
  }),
  track.get('/track-record/bitcoin-proofs', 'trackRecord.bitcoinProofs', { list: 'pages' }),
  track.get('/track-record/book', 'trackRecord.book'),
  backtest.get('/backtest/universe', 'backtest.universe'),
  backtest.post('/backtest', 'backtest.run', { example: book.backtestResult, body: book.backtestInput }),
  backtest.get('/backtest/published', 'backtest.listPublished'),
  backtest.get('/backtest/published/:id', 'backtest.getPublished'),
  backtest.post('/backtest/published', 'backtest.publish', {
    body: book.newPublished,
    ...created,
  }),
  backtest.patch('/backtest/published/:id', 'backtest.choose', {
    example: { isChosen: true },
    body: { isChosen: true },
  }),
  backtest.remove('/backtest/published/:id', 'backtest.unpublish', 'Back-test unpublished'),
];
