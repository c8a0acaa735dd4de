import type { Deps } from '~/server/deps';
import { computeGain } from '~/shared/gain';
import type { GainReceipt } from '~/shared/schemas/positions';
import { gainFactsOf, readKnown } from './list-positions';
import { positionNotFound } from './positions.errors';
import { type BookRow, bookRow } from './positions.queries';

/** The sum behind a position's gain, with where each of its figures is from. */
export async function readReceipt(deps: Deps, id: string): Promise<GainReceipt> {
  const found = await deps.db.investmentPosition.findUnique({ where: { id } });
  if (!found) throw positionNotFound();
  const row = bookRow(found);
  const { quote, splits } = await readKnown(deps, row.ticker);
  const facts = gainFactsOf(row, quote, splits);
  const price = priceOf(row, quote);
  return {
    id: row.id,
    name: row.name,
    ticker: row.ticker,
    status: row.status,
    facts,
    gain: computeGain(facts),
    ...(price && { price }),
  };
}

function priceOf(
  row: BookRow,
  quote: Awaited<ReturnType<typeof readKnown>>['quote'],
): GainReceipt['price'] | undefined {
  if (row.status === 'closed') {
    const { closePrice, closeDate } = row;
    if (!closePrice || !closeDate) return undefined;
    const source = 'entered when the position was closed';
    return { kind: 'close price', price: closePrice, source, asOf: closeDate, isStale: false };
  }
  if (!quote) return undefined;
  const { price, source, asOf, readAt, isStale } = quote;
  return { kind: 'latest price', price, source, asOf, readAt, isStale };
}
