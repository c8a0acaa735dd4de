import type { Transaction } from '~/server/db/transaction';

/** A removed passkey confirms nothing any more. Which passkey has confirmed a session is not stored. */
export const forgetPasskeyConfirmations = (tx: Transaction, userId: string) =>
  tx.session.updateMany({ where: { userId, passkeyAt: { not: null } }, data: { passkeyAt: null } });

/** Removes all second factors of the account, with the pending sign-ins. False if there were none. */
export async function forgetSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const apps = await tx.authenticatorApp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.deleteMany({ where: { userId } });
  await forgetPasskeyConfirmations(tx, userId);
  await tx.authenticatorApp.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.signInChallenge.deleteMany({ where: { userId } });
  return apps.count + passkeys.count > 0;
}
