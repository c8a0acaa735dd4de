import type { Transaction } from '~/server/db/transaction';

/** Ends what the former password opened, in the transaction that replaces it. */
export async function endAccess(
  tx: Transaction,
  userId: string,
): Promise<{ sessionsEnded: number; tokensRevoked: number }> {
  // A link requested earlier would undo this change.
  await tx.emailLink.deleteMany({ where: { userId, purpose: 'reset-password' } });
  await tx.signInChallenge.deleteMany({ where: { userId } });
  const { count: sessionsEnded } = await tx.session.deleteMany({ where: { userId } });
  const { count: tokensRevoked } = await tx.apiToken.deleteMany({ where: { userId } });
  return { sessionsEnded, tokensRevoked };
}
