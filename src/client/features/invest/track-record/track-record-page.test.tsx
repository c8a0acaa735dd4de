/** The whole page, from the pages of the ledger that the server returns to the calculated results. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { backTestResult } from '~/client/testing/back-tests';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { shownFigures } from '~/client/testing/shown-figures';
import { ada } from '~/client/testing/users';
import { figuresWords } from '~/client/words/figures';
import { trackRecordWords as words } from '~/client/words/track-record';
import { uiWords } from '~/client/words/ui';
import { recordDisclosures } from '~/shared/record-disclosures';
import type { PublishedBacktest } from '~/shared/schemas/published-backtests';
import type { BookEntry, LedgerBody, LedgerEntry, PublishedCloses } from '~/shared/schemas/track-record';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { summarizeTrackRecord } from '~/shared/testing/sample-market';
import { gatherPrices } from '~/shared/track-record';
import { TrackRecordPage } from './track-record-page';

// The page then checks the ledger itself, as if no worker could run.
beforeEach(() => void vi.stubGlobal('Worker', undefined));

const entries = ledgerOf(
  ['opened', 'one', { ticker: 'TSLA', name: 'Tesla' }],
  ['opened', 'two', { ticker: 'TSLA', name: 'Tesla again' }],
);
const closes: PublishedCloses = {
  benchmark: 'SPY',
  days: ['2026-01-05', '2026-01-06', '2026-01-07'],
  closes: { TSLA: ['100.00', '105.00', '110.00'], SPY: ['400.00', '402.00', '404.00'] },
  splits: {},
  quotes: { TSLA: { price: '110.00', asOf: new Date('2026-01-07T21:00:00Z'), source: 'a test' } },
  nextCursor: null,
};
const rowOf = ({ body }: LedgerEntry): BookEntry => {
  const { position } = JSON.parse(body) as LedgerBody;
  return { ...position, purchaseDate: new Date(position.purchaseDate), closePrice: null, closeDate: null };
};

function ledger(all: LedgerEntry[]): FakeResponses {
  const last = all.at(-1);
  return {
    'trackRecord.ledger': (input) => {
      const after = all.filter(({ seq }) => seq > Number((input as { cursor?: string | null }).cursor ?? 0));
      return {
        entries: after,
        nextCursor: null,
        head: last ? { seq: last.seq, at: last.at, hash: last.hash } : null,
      };
    },
    'trackRecord.closes': () => closes,
    'trackRecord.book': () => all.map(rowOf),
    'trackRecord.timestamps': () => ({ items: [], authorities: [], nextCursor: null }),
    'trackRecord.bitcoinProofs': () => ({ items: [], calendars: [], nextCursor: null }),
    'backtest.listPublished': () => [],
    'auth.user': () => null,
  };
}

function open(answers: FakeResponses = {}, all = entries) {
  const requests = fakeServer({ ...ledger(all), ...answers });
  const count = (path: string) => requests.filter((request) => request.path === path).length;
  return { count, ...renderInApp(<TrackRecordPage />) };
}
/** Found by text, because role queries are slow on a page of this size. */
const heading = (name: string) => screen.findByText(name, { selector: 'h2' });

it('checks the ledger, then shows the verified figures before the stated ones', async () => {
  open();
  expect(await heading(words.whole)).toBeDefined();
  expect(shownFigures(words.verified)[words.bookReturn]).toContain('+10.00%');
  expect(shownFigures(words.verified)[words.benchmarkReturn('SPY')]).toContain('+1.00%');
  expect(shownFigures(words.stated)[words.bookReturn]).toContain('+10.00%');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.indexOf(words.verified)).toBeLessThan(headings.indexOf(words.stated));
  expect(screen.getByRole('table', { name: words.positions })).toBeDefined();
  expect(screen.getByRole('table', { name: words.entries })).toBeDefined();
  expect(screen.getByText(words.timestampsOff)).toBeDefined();
});

it('shows its progress, and renders nothing below that the record would push away', async () => {
  open({ 'trackRecord.book': () => new Promise(() => {}) });
  expect(await screen.findByText(words.readSoFar('2', '2'))).toBeDefined();
  expect(screen.getByRole('progressbar')).toBeDefined();
  expect(screen.queryByText(words.notAdvice)).toBeNull();
  expect(screen.queryByText(words.claimBadge)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: words.again }).disabled).toBe(true);
});

it('shows why the record could not be loaded, and loads it again on Retry', async () => {
  let isDown = true;
  const { user } = open({
    'trackRecord.closes': () => {
      if (isDown) throw new ServerError('Too many requests', { code: 'FORBIDDEN', httpStatus: 403 });
      return closes;
    },
  });
  expect(await screen.findByText(words.couldNotRead)).toBeDefined();
  expect(screen.getByText('Too many requests')).toBeDefined();
  // Content that does not depend on the ledger stays readable.
  expect(screen.getByText(recordDisclosures[0].text)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await heading(words.whole)).toBeDefined();
  expect(screen.queryByText(words.couldNotRead)).toBeNull();
});

it('shows that the ledger is empty, without figures', async () => {
  open({ 'trackRecord.closes': () => ({ ...closes, days: [], closes: {}, quotes: {} }) }, []);
  expect(await screen.findByText(words.empty)).toBeDefined();
  expect(screen.queryByText(words.verified)).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText(words.notAdvice)).toBeDefined();
});

it('shows one sentence instead of figures by period until there are prices of two days', async () => {
  open({ 'trackRecord.closes': () => ({ ...closes, days: ['2026-01-05'], closes: { SPY: ['400.00'] } }) });
  expect(await screen.findAllByText(figuresWords.reasons.noPrices)).toHaveLength(1);
  expect(screen.queryByRole('group', { name: figuresWords.period })).toBeNull();
  expect(screen.getByRole('heading', { name: figuresWords.title })).toBeDefined();
});

it("shows the server's figures if the site publishes no prices, and concludes nothing from their absence", async () => {
  const none = { ...closes, published: false as const, days: [], closes: {}, quotes: {} };
  const summary = summarizeTrackRecord(entries, gatherPrices([closes]));
  open({ 'trackRecord.closes': () => none, 'trackRecord.summary': () => summary });
  expect(await heading(words.whole)).toBeDefined();
  await waitFor(() => expect(shownFigures(words.notRecalculated)[words.bookReturn]).toContain('+10.00%'));
  expect(screen.getByText(words.notRecalculatedNote)).toBeDefined();
  expect(shownFigures(words.notRecalculated)[words.countedPositions]).toBe('2');
  expect(screen.queryByText(words.verified)).toBeNull();
  expect(screen.queryByText(words.stated)).toBeNull();
  expect(screen.queryByRole('table', { name: words.positions })).toBeNull();
  expect(screen.getByRole('table', { name: words.entries })).toBeDefined();
});

it('offers the whole series to signed-in users only', async () => {
  const { unmount } = open({ 'auth.user': () => ada });
  const link = await screen.findByRole('link', { name: words.wholeSeries });
  expect(link.getAttribute('href')).toBe('/api/track-record/prices.json?series=whole');
  unmount();
  open();
  await heading(words.whole);
  expect(screen.queryByRole('link', { name: words.wholeSeries })).toBeNull();
});

it('raises an alarm for a changed entry, and marks it in the ledger', async () => {
  const [first, second] = entries as [LedgerEntry, LedgerEntry];
  open({}, [{ ...first, body: first.body.replace('100.00', '50.00') }, second]);
  expect(await heading(words.broken('1'))).toBeDefined();
  const row = screen.getByText(words.breaksHere).closest('tr');
  expect(row?.textContent).toContain('Tesla (TSLA)');
  expect(row?.textContent).not.toContain('Tesla again');
});

it('shows where the portfolio differs from the ledger', async () => {
  open({ 'trackRecord.book': () => [rowOf(entries[0] as LedgerEntry)] });
  expect(await heading(words.odd)).toBeDefined();
  expect(within(screen.getByRole('list', { name: words.differences })).getAllByRole('listitem')).toHaveLength(1);
});

it('checks the ledger again on request', async () => {
  const { user, count } = open();
  await heading(words.whole);
  const before = count('trackRecord.timestamps');
  await user.click(screen.getByRole('button', { name: words.again }));
  await waitFor(() => expect(count('trackRecord.timestamps')).toBe(before + 1));
  expect(await heading(words.whole)).toBeDefined();
});

it('shows the record of another period on request', async () => {
  const { user } = open();
  await heading(words.whole);
  await user.click(screen.getByRole('button', { name: figuresWords.periodHints['1Y'] }));
  expect(shownFigures(figuresWords.title)[figuresWords.returnName]).toContain(figuresWords.reasons.startsLater);
});

it('offers the files that anyone can check it with, including the verifier', async () => {
  open();
  await heading(words.whole);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf(words.ledgerFile)).toBe('/api/track-record/ledger.csv');
  expect(hrefOf(words.verifier)).toBe('/track-record/verify.mjs');
  expect(hrefOf(words.auditPack)).toBe('/track-record/audit-pack.zip');
  expect(hrefOf(words.hashFile)).toBe('/.well-known/track-record-heads.txt');
});

const { input, benchmark, drawdownPercent } = backTestResult();
const run: PublishedBacktest = {
  ...{ id: 'run-1', title: 'Six stocks', input, benchmark, drawdownPercent, returnPercent: '250.00' },
  ...{ sources: [], pricesHash: 'a'.repeat(64), hash: 'b'.repeat(64), hasPrices: false, isChosen: true },
  publishedAt: new Date('2026-01-05T00:00:00Z'),
};

it('shows the claim of the home page separately, with the run it is based on', async () => {
  open({ 'backtest.listPublished': () => [{ ...run, id: 'other', isChosen: false, returnPercent: '1.00' }, run] });
  const claim = within(await screen.findByRole('complementary'));
  expect(claim.getByText(words.claimBadge)).toBeDefined();
  const link = await claim.findByRole('link', { name: words.claimRunLink });
  expect(link.getAttribute('href')).toBe('/back-tests/run-1');
  expect(claim.getByText('+250.00%')).toBeDefined();
  expect(claim.getByText(words.claimPeriod('02 Jan 2024', '03 Jan 2024'))).toBeDefined();
});

it('shows that no run was published, and where the method is', async () => {
  open();
  const claim = within(await screen.findByRole('complementary'));
  expect(await claim.findByText(words.claimWithoutRun)).toBeDefined();
  expect(claim.getByRole('link', { name: words.claimLink }).getAttribute('href')).toBe('/qinvest/back-test');
});
