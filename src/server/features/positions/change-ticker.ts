/** Changes to a stock and all its open positions: a new ticker, or its delisting. */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { closeCurrencies } from '~/server/features/prices/currencies';
import { recordEvents, recordUnrecorded } from '~/server/features/track-record/record-events';
import { formatPrice, parseClosePrice } from '~/shared/money';
import type { DelistTickerInput, RenameTickerInput } from '~/shared/schemas/tickers';
import { noOpenPosition, otherCurrency, sameTicker } from './positions.errors';
import { announceBook } from './watch-book';

export async function renameTicker(deps: Deps, acting: Acting, input: RenameTickerInput): Promise<{ count: number }> {
  const { ticker, to, reason } = input;
  if (ticker === to) throw sameTicker();
  const currencies = await closeCurrencies(deps.db, [ticker, to]);
  const [before, after] = [currencies.get(ticker), currencies.get(to)];
  // The entry price stays as entered, so a different currency would change its meaning.
  if (before && after && before !== after) throw otherCurrency(`${to} is in ${after}, ${ticker} in ${before}.`);
  const count = await deps.db.$transaction(async (tx) => {
    await lockOpenPositions(tx, ticker);
    const changed = await tx.investmentPosition.updateMany({ where: { ticker, status: 'open' }, data: { ticker: to } });
    if (changed.count === 0) throw noOpenPosition(ticker);
    await recordAudit(tx, trace(acting, 'ticker-renamed', ticker, { to, reason, count: changed.count }));
    await recordEvents(tx, [{ kind: 'renamed', actorId: acting.by.id ?? null, facts: { ticker, to }, reason }]);
    return changed.count;
  }, transactionLimits.ledger);
  announceBook(deps);
  deps.prices.requestHistory({ hasNewPositions: true });
  return { count };
}

/** The positions stay in the portfolio, closed at the stock's last price. */
export async function delistTicker(deps: Deps, acting: Acting, input: DelistTickerInput): Promise<{ count: number }> {
  const { ticker, reason } = input;
  const price = formatPrice(parseClosePrice(input.price) ?? 0n);
  const count = await deps.db.$transaction(async (tx) => {
    await lockOpenPositions(tx, ticker);
    const changed = await tx.investmentPosition.findMany({ where: { ticker, status: 'open' }, select: { id: true } });
    if (changed.length === 0) throw noOpenPosition(ticker);
    await recordAudit(tx, trace(acting, 'ticker-delisted', ticker, { price, reason, count: changed.length }));
    await recordEvents(tx, [{ kind: 'delisted', actorId: acting.by.id ?? null, facts: { ticker, price }, reason }]);
    // The close date is the ledger's time of the event, so that both agree.
    const { at } = await tx.ledgerEvent.findFirstOrThrow({ orderBy: { seq: 'desc' }, select: { at: true } });
    const data = { status: 'closed', closePrice: price, closeDate: at };
    await tx.investmentPosition.updateMany({ where: { id: { in: changed.map(({ id }) => id) } }, data });
    return changed.length;
  }, transactionLimits.ledger);
  announceBook(deps);
  return { count };
}

/** Locks the rows before the ledger, as every writer does. */
async function lockOpenPositions(tx: Transaction, ticker: string): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM investment_positions WHERE ticker = ${ticker} AND status = 'open' ORDER BY id FOR UPDATE`;
  await recordUnrecorded(tx);
}

const trace = (
  { by, caller }: Acting,
  kind: 'ticker-renamed' | 'ticker-delisted',
  ticker: string,
  details: Record<string, string | number>,
) => ({ kind, actor: by, subject: { label: ticker }, details, caller });
