/**
 * Refreshes prices in the background, so that readers never wait for them. Readers report which tickers they show.
 * Those older than 15 minutes are fetched in batches, each by one process at a time, and clients are notified of new
 * prices. A failing provider is paused for a while, and known prices stay.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { PriceUpdates } from '~/server/deps';
import { PriceError, type ReportedQuote } from '~/server/providers/prices/types';
import type { TickerLookup } from '~/shared/schemas/lookup';
import { utcDay } from '~/shared/utc-day';
import { checkQuote } from './check-quote';
import { Circuit } from './circuit';
import { HistoryReader } from './history-reader';
import { confirmSplits } from './history-store';
import { asSplit, type KnownSplit, readSplits } from './known-splits';
import { lookUpTicker } from './look-up-ticker';
import { isPaused, type Pause, pauseFor } from './pause';
import { quoteTtlMs } from './price-rules';
import {
  type AcceptedPrice,
  type ClaimedFeed,
  claimQuotes,
  type SettledFeed,
  savePrices,
  settleQuotes,
  touchPrices,
} from './price-store';
import type { RefresherSettings } from './refresher-settings';

/** Requests within this time are combined into one batch. */
const gatherMs = 20;
/** How long this process skips a ticker that another process is fetching, or that is not due. */
const otherProcessMs = 15_000;
/** How long tickers are kept fresh after a reader's last request, for pages that stay open. */
const interestMs = 20 * 60_000;
const pollMs = 60_000;
/** Retry interval for a ticker that the provider does not know, or reports in another currency. */
const unknownSeconds = 6 * 3600;
const rejectedSeconds = 15 * 60;
const maxTickers = 20_000;
const tickerPattern = /^[A-Z0-9.^=-]{1,20}$/;

const splitsOf = (known: readonly KnownSplit[]) => ({
  splits: known.filter(({ isAdjusted }) => isAdjusted).map(asSplit),
  reportedSplits: known.filter(({ isAdjusted }) => !isAdjusted).map(asSplit),
});

export class PriceRefresher implements PriceUpdates {
  private readonly abort = new AbortController();
  private readonly circuit: Circuit;
  private readonly histories: HistoryReader;
  /** When each ticker was last requested by a reader. */
  private readonly wanted = new Map<string, number>();
  /** During its pause, a ticker needs no database query. */
  private readonly pauses = new Map<string, Pause>();
  private readonly pending = new Set<string>();
  /** Set if a ticker was requested for the first time: it may be new in the portfolio, with unknown splits. */
  private hasNew = false;
  /** Problems already logged, to log each only once until it changes. */
  private readonly reported = new Map<string, string>();
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly settings: RefresherSettings) {
    const { logger, provider } = settings;
    this.circuit = new Circuit({
      failed: ({ code, message: reason }) =>
        logger.warn({ provider: provider.name, code, reason }, 'price provider unavailable, keeping last known prices'),
      recovered: () => logger.info({ provider: provider.name }, 'price provider available again'),
    });
    this.histories = new HistoryReader({ ...settings, circuit: this.circuit, signal: this.abort.signal });
  }

  /** Requests a refresh of tickers whose price is old or missing. Returns at once. */
  request(tickers: readonly string[]): void {
    if (!this.settings.provider.isConnected || this.abort.signal.aborted) return;
    const now = Date.now();
    for (const ticker of tickers) {
      if (!tickerPattern.test(ticker)) continue;
      if (this.wanted.size >= maxTickers) this.forget();
      if (!this.wanted.has(ticker)) this.hasNew = true;
      this.wanted.set(ticker, now);
      if (!isPaused(this.pauses.get(ticker), now)) this.pending.add(ticker);
    }
    this.timer ??= setInterval(() => this.rescan(), pollMs).unref();
    if (this.pending.size === 0) this.histories.request();
    this.wake();
  }

  requestHistory({ hasNewPositions } = { hasNewPositions: false }): void {
    if (this.settings.provider.isConnected) this.histories.request(hasNewPositions);
  }

  /** Resolves when everything requested so far was fetched or has failed, or after the given time. */
  async settled(maxWaitMs: number): Promise<void> {
    const late = delay(maxWaitMs, 'late', { ref: false });
    // Fetching prices is followed by reading history.
    for (let work = this.work; work; work = this.work) if ((await Promise.race([work, late])) === 'late') return;
  }

  /** Like `request`, but waits for the prices (not for history), up to the given time. */
  async refreshStale(tickers: readonly string[], maxWaitMs: number): Promise<void> {
    this.request(tickers);
    if (this.running) await Promise.race([this.running, delay(maxWaitMs, undefined, { ref: false })]);
  }

  async lookUp(request: { ticker: string; day?: string | undefined }, maxWaitMs: number): Promise<TickerLookup> {
    const { provider } = this.settings;
    if (!provider.isConnected || this.circuit.isOpen()) return { ticker: request.ticker, state: 'unavailable' };
    return lookUpTicker(provider, request, AbortSignal.any([this.abort.signal, AbortSignal.timeout(maxWaitMs)]));
  }

  async close(): Promise<void> {
    this.abort.abort();
    clearInterval(this.timer);
    await Promise.all([this.running, this.histories.running]);
  }

  private get work(): Promise<void> | undefined {
    return this.running ?? this.histories.running;
  }

  private wake(): void {
    if (this.running || this.pending.size === 0 || this.circuit.isOpen()) return;
    this.running = this.readAll().finally(() => {
      this.running = undefined;
    });
  }

  /** Notifies open pages of new prices so that they load them, and drops tickers that no page shows any more. */
  private rescan(): void {
    const now = Date.now();
    for (const [ticker, requestedAt] of this.wanted) {
      if (now - requestedAt > interestMs) this.wanted.delete(ticker);
      else if (!isPaused(this.pauses.get(ticker), now)) this.pending.add(ticker);
    }
    for (const [ticker, pause] of this.pauses) if (!isPaused(pause, now)) this.pauses.delete(ticker);
    this.wake();
  }

  private forget(): void {
    this.wanted.clear();
    this.pauses.clear();
    this.reported.clear();
  }

  private async readAll(): Promise<void> {
    const { logger, provider } = this.settings;
    try {
      await delay(gatherMs, undefined, { signal: this.abort.signal });
      while (this.pending.size > 0 && !this.abort.signal.aborted && !this.circuit.isOpen()) {
        const batch = [...this.pending].slice(0, provider.batchSize);
        for (const ticker of batch) this.pending.delete(ticker);
        await this.readBatch(batch);
      }
      this.histories.request(this.hasNew);
      this.hasNew = false;
    } catch (error) {
      if (this.abort.signal.aborted) return;
      // The database is unavailable, or there is a bug: readers keep the known prices, and their next request retries.
      logger.error({ err: error }, 'price refresh failed, retrying');
      for (const ticker of this.pending) this.pauses.set(ticker, pauseFor(otherProcessMs));
    } finally {
      this.pending.clear();
    }
  }

  private async readBatch(batch: readonly string[]): Promise<void> {
    const { db, provider, processId, bus } = this.settings;
    const soon = pauseFor(otherProcessMs);
    for (const ticker of batch) this.pauses.set(ticker, soon);
    const claimed = await claimQuotes(db, processId, batch);
    if (claimed.length === 0) return;
    const tickers = claimed.map(({ ticker }) => ticker);
    let reported: Map<string, ReportedQuote>;
    try {
      reported = await provider.quotes(tickers, this.abort.signal);
    } catch (error) {
      if (!(error instanceof PriceError)) throw error;
      await this.settleFailure(claimed, error);
      return;
    }
    this.circuit.succeed();
    const taken = await this.take(claimed, reported);
    if (taken > 0) bus.publish('book', { type: 'changed' });
  }

  /** Returns how many prices are new, or confirmed to be still the newest. */
  private async take(claimed: readonly ClaimedFeed[], reported: ReadonlyMap<string, ReportedQuote>): Promise<number> {
    const { db, provider, processId } = this.settings;
    const splits = await readSplits(
      db,
      claimed.map(({ ticker }) => ticker),
    );
    const taken: AcceptedPrice[] = [];
    const known: string[] = [];
    const settled: SettledFeed[] = [];
    for (const feed of claimed) {
      const { ticker, last, currency, doubted } = feed;
      const input = { reported: reported.get(ticker), last, currency, doubted, now: new Date() };
      let verdict = checkQuote({
        ...input,
        ...splitsOf(splits.filter((split) => split.ticker === ticker)),
        knowsSplits: false,
      });
      if (verdict.take === 'later') {
        const isRead = await this.histories.readNow(ticker, utcDay(last?.asOf ?? input.now));
        verdict = isRead
          ? checkQuote({ ...input, ...splitsOf(await readSplits(db, [ticker])), knowsSplits: true })
          : {
              take: 'no',
              code: 'jump',
              words: 'The price jumped, and its stock splits could not be loaded to explain it.',
            };
      }
      if (verdict.take === 'new') {
        const source = reported.get(ticker)?.source ?? provider.source;
        taken.push({ ticker, price: verdict.price, currency: verdict.currency, asOf: verdict.asOf, source });
        await confirmSplits(db, ticker, verdict.confirms ?? []);
      }
      if (verdict.take === 'known') known.push(ticker);
      // An empty response for a single ticker may also be a failure, so it only counts from the second time on.
      const hasAnswered = reported.size > 0 || (claimed.length === 1 && this.reported.get(ticker) === 'unknown');
      settled.push(this.settledAs(feed, verdict, hasAnswered));
    }
    await savePrices(db, taken);
    await touchPrices(db, known);
    await settleQuotes(db, processId, settled);
    return taken.length + known.length;
  }

  private settledAs(
    { ticker, last, doubted }: ClaimedFeed,
    verdict: ReturnType<typeof checkQuote>,
    hasAnswered: boolean,
  ): SettledFeed {
    if (verdict.take !== 'no') {
      this.reported.delete(ticker);
      this.pauses.set(ticker, pauseFor(quoteTtlMs));
      return { ticker, seconds: quoteTtlMs / 1000, isFailure: false, isAccepted: verdict.take === 'new' };
    }
    const { code, words } = verdict;
    // If the ticker had a price before, or the response knows no ticker at all, a failure of the provider is more
    // likely.
    const isForeign = (code === 'unknown' && !last && hasAnswered) || code === 'currency';
    const seconds = isForeign ? unknownSeconds : rejectedSeconds;
    this.pauses.set(ticker, pauseFor(seconds * 1000));
    if (this.reported.get(ticker) !== code) {
      this.reported.set(ticker, code);
      this.settings.logger.warn({ ticker, code, reason: words }, 'rejected price, keeping last known price');
    }
    const problem = { code, words };
    // A price that was held back before stays as it is: an administrator may have overruled it since it was claimed.
    const newDoubt = verdict.doubted === doubted ? undefined : verdict.doubted;
    return { ticker, seconds, isFailure: false, problem, doubted: newDoubt };
  }

  private async settleFailure(claimed: readonly ClaimedFeed[], error: PriceError): Promise<void> {
    const { db, processId } = this.settings;
    if (this.abort.signal.aborted) {
      // Release at once, so that another process, or this one after its restart, can continue.
      const released = claimed.map(({ ticker }) => ({ ticker, seconds: 0, isFailure: false }));
      await settleQuotes(db, processId, released);
      return;
    }
    const seconds = this.circuit.fail(error);
    const problem = { code: error.code, words: error.message };
    for (const { ticker } of claimed) this.pauses.set(ticker, pauseFor(seconds * 1000));
    await settleQuotes(
      db,
      processId,
      claimed.map(({ ticker }) => ({ ticker, seconds, isFailure: true, problem })),
    );
  }
}
