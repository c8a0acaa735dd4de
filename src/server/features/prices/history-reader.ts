/**
 * Reads price history in the background: closing prices and splits of the portfolio's tickers and of the benchmarks,
 * from the first purchase on, then new days once a day. Reads few tickers at a time; a single one at once if a price
 * can't be checked without its splits.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseFull, isDatabaseUnavailable } from '~/server/db/database-unavailable';
import { pause } from '~/server/lib/wait';
import { PriceError } from '~/server/providers/prices/types';
import { dayMs, utcDay } from '~/shared/utc-day';
import { checkHistory } from './check-history';
import type { Circuit } from './circuit';
import { closeCurrencies, readPairs } from './currencies';
import { saveHistory } from './history-store';
import { claimHistory, dueHistories, type HistoryRange, historyRange, settleHistory } from './price-store';
import type { RefresherSettings } from './refresher-settings';

/** Interval between checks for due tickers. */
const pollMs = 60_000;
const pauseMs = 200;
const headStartMs = 200;
const workers = 2;
const dueAtOnce = 500;
/** Days read again each time, for corrections and for splits reported late. */
const overlapDays = 10;
/** Days before the first purchase, so that there is a closing price before it. */
const marginDays = 7;
/** Retry interval after rejected data, or after an error specific to the ticker. */
const retrySeconds = 6 * 3600;
const notStored = "The closing prices could not be stored. The server's log has the reason.";
/** A day's closing prices are final some time after the day has ended in every time zone. */
const settlingMs = 30 * 60_000;

export class HistoryReader {
  running: Promise<void> | undefined;
  private polledAt = Number.NEGATIVE_INFINITY;
  /** Set if the portfolio changes during a run, whose list of due tickers is then outdated. */
  private isAskedAgain = false;

  constructor(private readonly settings: RefresherSettings & { circuit: Circuit; signal: AbortSignal }) {}

  /** Checks for due tickers, at most once a minute, or at once if `isNew` says that the portfolio has changed. */
  request(isNew = false): void {
    const now = performance.now();
    const { circuit, signal } = this.settings;
    if (this.running) {
      this.isAskedAgain ||= isNew;
      return;
    }
    if (circuit.isOpen() || signal.aborted || (!isNew && now - this.polledAt < pollMs)) return;
    this.polledAt = now;
    this.running = this.readDue().finally(() => {
      this.running = undefined;
      if (!this.isAskedAgain) return;
      this.isAskedAgain = false;
      this.request(true);
    });
  }

  /** Reads the history of a ticker that this process has claimed. False if it could not be read. */
  async readNow(ticker: string, since: string): Promise<boolean> {
    const { db, circuit, signal } = this.settings;
    if (circuit.isOpen() || signal.aborted) return false;
    try {
      await this.read(await historyRange(db, ticker, since));
      return true;
    } catch (error) {
      if (!(error instanceof PriceError)) throw error;
      return false;
    }
  }

  private async readDue(): Promise<void> {
    const { db, logger, bus, signal, benchmarks } = this.settings;
    try {
      // Latest prices come first, because pages that show closing prices need them too.
      await delay(headStartMs, undefined, { signal });
      const pairs = await readPairs(db);
      const tickers = [...benchmarks, ...pairs];
      const due = await dueHistories(db, { benchmarks: tickers, through: lastDay(), limit: dueAtOnce });
      const counts = await Promise.all(Array.from({ length: workers }, () => this.work(due)));
      // A new currency needs its exchange rates.
      const hasNewPair = (await readPairs(db)).some((pair) => !pairs.includes(pair));
      this.isAskedAgain ||= hasNewPair;
      if (counts.some((count) => count > 0)) bus.publish('book', { type: 'changed' });
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error }, 'price history refresh failed, retrying');
    }
  }

  /** Reads tickers from the shared list one by one; returns how many were read. */
  private async work(due: HistoryRange[]): Promise<number> {
    const { db, circuit, processId, signal } = this.settings;
    let count = 0;
    for (let range = due.shift(); range; range = due.shift()) {
      if (signal.aborted || circuit.isOpen()) return count;
      if (!(await claimHistory(db, processId, range))) continue;
      if (await this.readAndSettle(range)) count += 1;
      await pause(pauseMs, signal);
    }
    return count;
  }

  private async readAndSettle(range: HistoryRange): Promise<boolean> {
    const { db, logger, processId, signal } = this.settings;
    const { ticker } = range;
    try {
      const problem = await this.read(range);
      if (problem) logger.warn({ ticker, code: problem.code, reason: problem.words }, 'rejected closing prices');
      // Rejected data may be complete once the next day is over.
      const seconds = Math.min(problem ? retrySeconds : Number.POSITIVE_INFINITY, untilNextDay());
      await settleHistory(db, processId, { ticker, problem, seconds });
      return problem === undefined;
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error) || isDatabaseFull(error)) {
        await settleHistory(db, processId, { ticker, seconds: 0 });
        throw error;
      }
      await settleHistory(db, processId, { ticker, ...this.failureOf(error, ticker) });
      return false;
    }
  }

  /** An unexpected error is recorded for its ticker, so that the others are still read. */
  private failureOf(error: unknown, ticker: string) {
    const { logger, circuit } = this.settings;
    if (!(error instanceof PriceError)) {
      logger.error({ err: error, ticker }, 'price history was not stored');
      return { seconds: retrySeconds, problem: { code: 'history_not_stored', words: notStored } };
    }
    const isOwn = error.code === 'unknown_ticker' || error.code === 'bad_answer';
    const seconds = isOwn ? retrySeconds : circuit.fail(error);
    return { seconds, problem: { code: `history_${error.code}`, words: error.message } };
  }

  /** Fetches and stores. After a new split the whole history is read, which the provider has adjusted by then. */
  private async read(range: HistoryRange) {
    const { ticker, wantedFrom, from, through } = range;
    const isWhole = from === null || through === null || from > wantedFrom;
    const first = isWhole ? dayBefore(wantedFrom, marginDays) : dayBefore(through, overlapDays);
    const { hasNewSplit, problem } = await this.ask(ticker, first, isWhole ? wantedFrom : (from ?? first));
    if (isWhole || !hasNewSplit || problem) return problem;
    return (await this.ask(ticker, dayBefore(from ?? wantedFrom, marginDays), from ?? wantedFrom)).problem;
  }

  /** `from` is the day from which the history is known once this is stored. */
  private async ask(ticker: string, first: string, from: string) {
    const { db, provider, circuit, signal } = this.settings;
    const through = lastDay();
    const history = await provider.history(ticker, first, signal);
    const currency = (await closeCurrencies(db, [ticker])).get(ticker);
    const reported = checkHistory(history, through, { ticker, currency });
    const source = history.source ?? provider.source;
    circuit.succeed();
    const stored = await saveHistory(db, { ticker, source, first, from, through, ...reported });
    return { ...stored, problem: reported.problem };
  }
}

/** The newest day that is over, in UTC. */
const lastDay = () => utcDay(new Date(Date.now() - dayMs - settlingMs));

function dayBefore(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs));
}

/** Seconds until the current day is over and its closing prices are final. */
function untilNextDay(): number {
  const next = Date.parse(`${lastDay()}T00:00:00Z`) + 2 * dayMs + settlingMs;
  return Math.max(60, (next - Date.now()) / 1000);
}
