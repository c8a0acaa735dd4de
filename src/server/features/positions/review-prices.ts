/**
 * Administrators' decisions about prices: whether a reported split counts for gains, and whether a held-back price is
 * shown. Both are recorded in the ledger, and neither changes a closing price or the verified record.
 */

import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { readCloseDifferences } from '~/server/features/prices/close-differences';
import { acquireLedgerLock, recordEvents } from '~/server/features/track-record/record-events';
import { formatPrice, parsePrice } from '~/shared/money';
import type {
  DecidePriceInput,
  DecideSplitInput,
  HeldPrice,
  PriceReview,
  ReviewedDividend,
  ReviewedSplit,
} from '~/shared/schemas/price-review';
import { dayMs } from '~/shared/utc-day';
import { priceNotHeld, splitNotFound } from './positions.errors';
import { announceBook } from './watch-book';

const maxSplits = 200;
const maxDividends = 12;
/** How long an overruled price is rejected, however often it is reported. */
const overruledDays = 30;
const administrator = 'an administrator';

export async function readPriceReview({ db, secondPrices }: Pick<Deps, 'db' | 'secondPrices'>): Promise<PriceReview> {
  const [splits, dividends, heldPrices, differences] = await Promise.all([
    db.sql<Nullable<ReviewedSplit>>`
      SELECT ticker, day::text AS day, numerator, denominator, state, evidence, decision, reason, source
      FROM stock_splits
      WHERE ticker IN (SELECT ticker FROM investment_positions)
      ORDER BY stock_splits.day DESC, stock_splits.ticker LIMIT ${maxSplits}`,
    db.sql<Nullable<ReviewedDividend>>`
      SELECT ticker, day::text AS day, amount::text AS amount, state, source,
             (SELECT nullif(currency, 'USD') FROM market_closes WHERE ticker = stock_dividends.ticker LIMIT 1) AS currency
      FROM stock_dividends
      WHERE ticker IN (SELECT ticker FROM investment_positions)
      ORDER BY stock_dividends.day DESC, stock_dividends.ticker LIMIT ${maxDividends}`,
    db.sql<Nullable<HeldPrice>>`
      SELECT feed.ticker, feed.doubted_price::text AS price, feed.doubted_at AS at,
             known.latest_price::text AS "knownPrice", coalesce(feed.problem_words, '') AS words,
             nullif(known.currency, 'USD') AS currency
      FROM price_feeds feed LEFT JOIN stock_price_cache known ON known.ticker = feed.ticker
      WHERE feed.doubted_price IS NOT NULL AND feed.doubted_at <= now() ORDER BY feed.ticker`,
    readCloseDifferences(db),
  ]);
  return {
    splits: splits.map(withoutNulls<ReviewedSplit>),
    dividends: dividends.map(withoutNulls<ReviewedDividend>),
    heldPrices: heldPrices.map(withoutNulls<HeldPrice>),
    ...(secondPrices && { secondSource: secondPrices.source }),
    differences,
  };
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };
const withoutNulls = <T>(row: Nullable<T>): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;

export async function decideSplit(deps: Deps, acting: Acting, input: DecideSplitInput): Promise<void> {
  const { ticker, decision, reason } = input;
  await deps.db.$transaction(async (tx) => {
    // Before the split's row, in the same order as recordMarket(): otherwise both would wait for each other.
    await acquireLedgerLock(tx);
    const where = { ticker_day: { ticker, day: new Date(`${input.day}T00:00:00Z`) } };
    const found = await tx.stockSplit.findUnique({ where });
    if (!found) throw splitNotFound();
    await tx.stockSplit.update({ where, data: { decision, reason, ledgerState: decision, recordedAt: new Date() } });
    const { numerator, denominator } = found;
    const facts = { ticker, day: input.day, numerator, denominator, state: decision, by: administrator };
    await recordAudit(tx, trace(acting, 'split-decided', ticker, { ...facts, reason }));
    await recordEvents(tx, [{ kind: 'split', actorId: acting.by.id ?? null, facts, reason }]);
  }, transactionLimits.ledger);
  announceBook(deps);
}

/** A confirmed price is shown at once; an overruled one is rejected when it is reported again. */
export async function decidePrice(deps: Deps, acting: Acting, input: DecidePriceInput): Promise<void> {
  const { ticker, decision, reason } = input;
  const price = formatPrice(parsePrice(input.price) ?? 0n);
  await deps.db.$transaction(async (tx) => {
    // The time of an overruled price is in the future.
    const [held] = await tx.$queryRaw<{ at: Date }[]>`
      SELECT doubted_at AS at FROM price_feeds
      WHERE ticker = ${ticker} AND doubted_price = ${price}::numeric AND doubted_at <= now() FOR UPDATE`;
    if (!held) throw priceNotHeld();
    if (decision === 'confirmed') {
      const shown = { latestPrice: price, lastUpdated: new Date(), marketTime: held.at, source: administrator };
      await tx.stockPriceCache.upsert({ where: { ticker }, create: { ticker, ...shown }, update: shown });
    }
    const until = new Date(Date.now() + overruledDays * dayMs);
    await tx.priceFeed.update({
      where: { ticker },
      data: {
        ...(decision === 'confirmed' ? { doubtedPrice: null, doubtedAt: null } : { doubtedAt: until }),
        problem: null,
        problemWords: null,
        problemAt: null,
      },
    });
    await recordAudit(tx, trace(acting, 'price-decided', ticker, { price, decision, reason }));
    const facts = { ticker, price, state: decision };
    await recordEvents(tx, [{ kind: 'quote', actorId: acting.by.id ?? null, facts, reason }]);
  }, transactionLimits.ledger);
  announceBook(deps);
}

const trace = (
  { by, caller }: Acting,
  kind: 'split-decided' | 'price-decided',
  ticker: string,
  details: Record<string, string | number>,
) => ({ kind, actor: by, subject: { label: ticker }, details, caller });
