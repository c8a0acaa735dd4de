import type { Transaction } from '~/server/db/transaction';
import { forgetSecondFactor } from '~/server/features/second-factor/forget-second-factor';

/** For the audit log and the operator: only what there was. */
export interface ForgottenSignIns {
  providersDisconnected?: number;
  secondFactorRemoved?: true;
}

/**
 * Removes every way to sign in except the password, when an account whose email was never confirmed gets a new
 * password: a stranger who registered the email first could have connected a provider or added a passkey of their own.
 */
export async function forgetOtherSignIns(tx: Transaction, userId: string): Promise<ForgottenSignIns> {
  const { count } = await tx.identity.deleteMany({ where: { userId } });
  const secondFactorRemoved = await forgetSecondFactor(tx, userId);
  return {
    ...(count > 0 && { providersDisconnected: count }),
    ...(secondFactorRemoved && { secondFactorRemoved }),
  };
}
