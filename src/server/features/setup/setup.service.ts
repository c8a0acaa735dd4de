import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { emailUnconfirmed, isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { recordSeeded } from '~/server/features/positions/positions.service';
import { announceBook } from '~/server/features/positions/watch-book';
import { AppError, forbidden } from '~/server/lib/errors';
import { bodyOf, isMarketBody } from '~/shared/ledger-chain';
import type { SetupOutput, SetupStatus } from '~/shared/schemas/accounts';
import { isSetupToken } from './setup-token';

/**
 * Sample data, labeled as such: plausible positions for a new installation. Like all entry prices, they are prices as
 * paid: each date is after the stock's last split.
 */
const samplePositions = [
  { ticker: 'TSLA', name: 'Tesla (sample)', avgEntryPrice: '180.25', purchaseDate: '2023-05-15' },
  { ticker: 'GOOGL', name: 'Alphabet (sample)', avgEntryPrice: '104.80', purchaseDate: '2023-04-03' },
  { ticker: 'BABA', name: 'Alibaba (sample)', avgEntryPrice: '84.60', purchaseDate: '2023-06-12' },
  { ticker: 'NVDA', name: 'NVIDIA (sample)', avgEntryPrice: '109.02', purchaseDate: '2024-08-12' },
  { ticker: 'MSFT', name: 'Microsoft (sample)', avgEntryPrice: '318.50', purchaseDate: '2023-08-21' },
  { ticker: 'AMZN', name: 'Amazon (sample)', avgEntryPrice: '127.40', purchaseDate: '2023-10-30' },
];

const mayUseSetup = ({ env }: Deps, user: { email: string }): boolean =>
  Boolean(env.SETUP_ADMIN_EMAIL) && user.email === env.SETUP_ADMIN_EMAIL?.toLowerCase();

export const readSetupStatus = (deps: Deps, user: { email: string }): SetupStatus => ({
  isAllowed: mayUseSetup(deps, user),
});

/**
 * Makes the account SETUP_ADMIN_EMAIL an administrator if the caller has the setup token, and creates sample positions
 * on request. Idempotent and safe to run concurrently: the rows are locked in one transaction, and sample
 * positions are identified by the ticker and date that they were added with.
 */
export async function setUpProduction(
  deps: Deps,
  { user, caller }: { user: { id: string; email: string }; caller: Acting['caller'] },
  input: { seedPositions: boolean; token?: string | undefined },
): Promise<SetupOutput> {
  const isAllowed = mayUseSetup(deps, user);
  const knowsToken = await isSetupToken(deps, input.token ?? '');
  if (!isAllowed || !knowsToken) {
    await recordAudit(deps, { kind: 'setup-refused', actor: user, details: { isAllowed, knowsToken }, caller });
    throw isAllowed ? new AppError('forbidden', 'The setup token is not correct.') : forbidden();
  }
  const { positionsCreated } = await initialize(
    deps,
    { by: user, caller },
    { user, seedPositions: input.seedPositions },
  );
  return { positionsCreated: positionsCreated > 0, isAdmin: true };
}

/** Performs the setup for an authorized caller: the named account, or the operator on the command line. */
export async function initialize(
  deps: Deps,
  { by, caller }: Acting,
  { user, seedPositions }: { user: { id: string; email: string }; seedPositions: boolean },
): Promise<{ madeAdmin: boolean; positionsCreated: number }> {
  const done = await deps.db.$transaction(async (tx) => {
    // Concurrent calls wait here, and each later one sees the result of the first.
    const [before] = await tx.$queryRaw<{ isAdmin: boolean; emailConfirmedAt: Date | null }[]>`
      SELECT is_admin AS "isAdmin", email_confirmed_at AS "emailConfirmedAt" FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
    // The operator was asked for confirmation; the web page only proves that someone registered the email.
    if (by.id && before && !before.isAdmin && !isEmailTrusted(deps.env, before))
      throw emailUnconfirmed(user.email, 'becomes an administrator');
    await tx.user.update({ where: { id: user.id }, data: { isAdmin: true } });
    const details = { madeAdmin: !before?.isAdmin, positionsCreated: seedPositions ? await seed(tx, user.id) : 0 };
    const subject = by.id === user.id ? {} : { subject: { id: user.id, label: user.email } };
    if (details.madeAdmin || details.positionsCreated > 0)
      await recordAudit(tx, { kind: 'setup', actor: by, ...subject, details, caller });
    return details;
  });
  if (done.positionsCreated > 0) announceBook(deps);
  return done;
}

/** Adds the missing sample positions; returns how many. */
async function seed(tx: Transaction, userId: string): Promise<number> {
  const samples = samplePositions.map((sample) => ({
    ...sample,
    userId,
    purchaseDate: new Date(sample.purchaseDate),
  }));
  const known = await tx.investmentPosition.findMany({
    where: { OR: samples.map(({ ticker, purchaseDate }) => ({ ticker, purchaseDate })) },
    select: { ticker: true },
  });
  const present = new Set([...known.map(({ ticker }) => ticker), ...(await seededTickers(tx))]);
  const missing = samples.filter(({ ticker }) => !present.has(ticker));
  const added = await tx.investmentPosition.createManyAndReturn({ data: missing });
  await recordSeeded(tx, userId, added);
  return added.length;
}

/**
 * The tickers under which the sample positions of the portfolio were added. Since then, an administrator may have
 * corrected their dates or renamed their tickers.
 */
async function seededTickers(tx: Transaction): Promise<string[]> {
  const entries = await tx.$queryRaw<{ body: string }[]>`
    SELECT e.body FROM investment_positions p JOIN ledger_events e ON e.position_id = p.id WHERE e.kind = 'seeded'`;
  return entries.flatMap((entry) => {
    const body = bodyOf(entry);
    return body && !isMarketBody(body) ? [body.position.ticker] : [];
  });
}
