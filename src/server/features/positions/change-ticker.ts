/** Changes to a stock and all its open positions: a new ticker, or its delisting. */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { knownCurrencies } from '~/server/features/prices/currencies';
import { copySplits } from '~/server/features/prices/known-splits';
import { acquireLedgerLock, recordEvents, recordUnrecorded } from '~/server/features/track-record/record-events';
import { formatPrice, parseClosePrice } from '~/shared/money';
import type { DelistTickerInput, RenameTickerInput } from '~/shared/schemas/tickers';
import { isOnUsExchange } from '~/shared/us-symbol';
import { currencyUnchecked, noOpenPosition, otherCurrency, sameTicker } from './positions.errors';
import { announceBook } from './watch-book';

export async function renameTicker(deps: Deps, acting: Acting, input: RenameTickerInput): Promise<{ count: number }> {
  const { ticker, to, reason } = input;
  if (ticker === to) throw sameTicker();
  await assertSameCurrency(deps, ticker, to);
  const count = await changeOpenPositions(deps, ticker, async (tx, ids) => {
    await tx.investmentPosition.updateMany({ where: { id: { in: ids } }, data: { ticker: to } });
    await copySplits(tx, { ticker, to });
    await recordAudit(tx, trace(acting, 'ticker-renamed', ticker, { to, reason, count: ids.length }));
    await recordEvents(tx, [{ kind: 'renamed', actorId: acting.by.id ?? null, facts: { ticker, to }, reason }]);
  });
  announceBook(deps);
  deps.prices.requestHistory({ hasNewPositions: true });
  return { count };
}

/** The positions stay in the portfolio, closed at the stock's last price. */
export async function delistTicker(deps: Deps, acting: Acting, input: DelistTickerInput): Promise<{ count: number }> {
  const { ticker, reason } = input;
  const price = formatPrice(parseClosePrice(input.price) ?? 0n);
  const count = await changeOpenPositions(deps, ticker, async (tx, ids) => {
    await recordAudit(tx, trace(acting, 'ticker-delisted', ticker, { price, reason, count: ids.length }));
    await recordEvents(tx, [{ kind: 'delisted', actorId: acting.by.id ?? null, facts: { ticker, price }, reason }]);
    // The close date is the ledger's time of the event, so that both agree.
    const { at } = await tx.ledgerEvent.findFirstOrThrow({ orderBy: { seq: 'desc' }, select: { at: true } });
    const data = { status: 'closed', closePrice: price, closeDate: at };
    await tx.investmentPosition.updateMany({ where: { id: { in: ids } }, data });
  });
  announceBook(deps);
  return { count };
}

/** How long a rename waits for the currency of the new ticker. */
const maxWaitMs = 4000;

/** The entry price stays as entered, so a different currency would change its meaning. */
async function assertSameCurrency(deps: Deps, ticker: string, to: string): Promise<void> {
  const currencies = await knownCurrencies(deps.db, [ticker, to]);
  const before = currencies.get(ticker);
  if (!before) return;
  const after = currencies.get(to) ?? (await deps.prices.lookUp({ ticker: to }, maxWaitMs)).currency;
  if (after && after !== before) throw otherCurrency(`${to} is in ${after}, ${ticker} in ${before}.`);
  // A new ticker on the same exchange may not be known to the provider yet.
  if (!after && exchangeOf(to) !== exchangeOf(ticker)) throw currencyUnchecked(to);
}

/** '.DE' of SAP.DE; empty for US exchanges. */
const exchangeOf = (ticker: string): string =>
  isOnUsExchange(ticker) ? '' : (/[.=][A-Z]+$/.exec(ticker)?.[0] ?? ticker);

/**
 * Changes exactly the open positions that the ledger has at that point, and returns their number. Like every writer,
 * locks rows before the ledger. Starts again if another writer adds a position before the ledger is locked.
 */
async function changeOpenPositions(
  deps: Deps,
  ticker: string,
  change: (tx: Transaction, ids: string[]) => Promise<void>,
): Promise<number> {
  const count = await deps.db.$transaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text AS id FROM investment_positions WHERE ticker = ${ticker} AND status = 'open'
      ORDER BY investment_positions.id FOR UPDATE`;
    await recordUnrecorded(tx);
    await acquireLedgerLock(tx);
    if ((await tx.investmentPosition.count({ where: { ticker, status: 'open' } })) > locked.length) return null;
    if (locked.length === 0) throw noOpenPosition(ticker);
    const ids = locked.map(({ id }) => id);
    await change(tx, ids);
    return ids.length;
  }, transactionLimits.ledger);
  return count ?? changeOpenPositions(deps, ticker, change);
}

const trace = (
  { by, caller }: Acting,
  kind: 'ticker-renamed' | 'ticker-delisted',
  ticker: string,
  details: Record<string, string | number>,
) => ({ kind, actor: by, subject: { label: ticker }, details, caller });
