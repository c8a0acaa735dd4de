import type { Deps } from '~/server/deps';
import type { KnownDividend } from '~/server/features/prices/known-dividends';
import { totalGain, totalReturnMethod } from '~/shared/dividends';
import { computeGain } from '~/shared/gain';
import type { GainFacts } from '~/shared/schemas/gain';
import type { GainReceipt } from '~/shared/schemas/positions';
import { factsOf, heldDividends, marketPriceOf, readKnown } from './list-positions';
import { positionNotFound } from './positions.errors';
import { type BookRow, bookRow } from './positions.queries';

/** The calculation of a position's gain, with the source of each figure. */
export async function readGainCalculation(deps: Deps, id: string): Promise<GainReceipt> {
  const found = await deps.db.investmentPosition.findUnique({ where: { id } });
  if (!found) throw positionNotFound();
  const row = bookRow(found);
  const known = await readKnown(deps, row);
  const facts = factsOf(row, known);
  const price = row.status === 'closed' ? closePriceOf(row) : marketPriceOf(row, known);
  return {
    id: row.id,
    name: row.name,
    ticker: row.ticker,
    status: row.status,
    facts,
    gain: computeGain(facts),
    ...(price && { price }),
    ...totalReturnOf(facts, heldDividends(row, known)),
  };
}

function totalReturnOf(facts: GainFacts, dividends: KnownDividend[]): Pick<GainReceipt, 'totalReturn'> {
  const { totalGainsPercent } = totalGain(facts, dividends);
  if (totalGainsPercent === undefined || dividends.length === 0) return {};
  return { totalReturn: { totalGainsPercent, method: totalReturnMethod, dividends } };
}

function closePriceOf({ closePrice, closeDate }: BookRow): GainReceipt['price'] | undefined {
  if (!closePrice || !closeDate) return undefined;
  const source = 'entered when the position was closed';
  return { kind: 'close price', price: closePrice, source, asOf: closeDate, isStale: false };
}
