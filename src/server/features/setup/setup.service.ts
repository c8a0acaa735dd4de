import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { forbidden } from '~/server/lib/errors';
import { hashText } from '~/server/lib/hash';

/** Sample data, so named: plausible split-adjusted entries for a book that is not empty on the first day. */
const samplePositions = [
  { ticker: 'TSLA', name: 'Tesla (sample)', avgEntryPrice: '180.25', purchaseDate: '2023-05-15' },
  { ticker: 'GOOGL', name: 'Alphabet (sample)', avgEntryPrice: '104.80', purchaseDate: '2023-04-03' },
  { ticker: 'BABA', name: 'Alibaba (sample)', avgEntryPrice: '84.60', purchaseDate: '2023-06-12' },
  { ticker: 'NVDA', name: 'NVIDIA (sample)', avgEntryPrice: '42.30', purchaseDate: '2023-07-10' },
  { ticker: 'MSFT', name: 'Microsoft (sample)', avgEntryPrice: '318.50', purchaseDate: '2023-08-21' },
  { ticker: 'AMZN', name: 'Amazon (sample)', avgEntryPrice: '127.40', purchaseDate: '2023-10-30' },
];

/**
 * Makes the one account named in SETUP_ADMIN_EMAIL an administrator and, if wanted, seeds sample positions. Safe to
 * repeat and to run many times at once: the rows are locked in one transaction, positions are known by ticker and date.
 */
export async function setUpProduction(
  deps: Deps,
  user: { id: string; email: string },
  input: { seedPositions: boolean; token?: string | undefined },
): Promise<{ positionsCreated: boolean; isAdmin: true }> {
  const { SETUP_ADMIN_EMAIL: allowed, SETUP_TOKEN: token } = deps.env;
  if (!allowed || user.email !== allowed.toLowerCase()) throw forbidden();
  if (token && !timingSafeEqual(hashText(token), hashText(input.token ?? ''))) throw forbidden();
  return deps.db.$transaction(async (tx) => {
    // Twenty calls at once queue here; each later one finds what the first has done.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
    await tx.user.update({ where: { id: user.id }, data: { isAdmin: true } });
    if (!input.seedPositions) return { positionsCreated: false, isAdmin: true };
    const wanted = samplePositions.map((sample) => ({
      ...sample,
      userId: user.id,
      purchaseDate: new Date(sample.purchaseDate),
    }));
    const known = await tx.investmentPosition.findMany({
      where: { OR: wanted.map(({ ticker, purchaseDate }) => ({ ticker, purchaseDate })) },
      select: { ticker: true },
    });
    const missing = wanted.filter(({ ticker }) => !known.some((position) => position.ticker === ticker));
    await tx.investmentPosition.createMany({ data: missing });
    return { positionsCreated: missing.length > 0, isAdmin: true };
  });
}
