/** What changes of the second factor require: the password and a code, or a passkey that confirmed this session. */
import { lockOwnAccount } from '~/server/auth/lock-account-row';
import { hasSecondFactor } from '~/server/auth/second-factor';
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { confirmUser, isPasskeyConfirmed } from '~/server/features/auth/confirm-user';
import type { Requester } from '~/server/features/sessions/sessions.service';
import { signedOut } from '~/server/lib/errors';
import type { SecondFactorProof } from '~/shared/schemas/second-factor';
import { type CodeKind, countCode, redeemCode } from './redeem-code';
import { codeMissing, confirmationEnded, notEnabled, wrongCode } from './second-factor.errors';

/** Runs `work` if the password and a code are right. The code is only used up if `work` succeeds. */
export async function withSecondFactorProof<T>(
  deps: Deps,
  { user, sessionToken, caller }: Requester,
  { password, code }: SecondFactorProof,
  work: (tx: Transaction, codeKind: CodeKind) => Promise<T>,
): Promise<T> {
  if (!(await hasSecondFactor(deps.db, user.id))) throw notEnabled();
  const isByPasskey = await isPasskeyConfirmed(deps, sessionToken);
  await confirmUser(deps, { userId: user.id, sessionToken }, password);
  // Before any other row, as in every transaction that changes second factors: another order could deadlock.
  const lockFirst = async (tx: Transaction) => {
    if (!(await lockOwnAccount(tx, user.id, sessionToken))) throw signedOut();
    // A passkey that was removed since then confirms nothing any more.
    if (isByPasskey && !(await isPasskeyConfirmed({ db: tx }, sessionToken))) throw confirmationEnded();
  };
  if (code === undefined) {
    // A passkey that confirmed this session is itself a second factor.
    if (!isByPasskey) throw codeMissing();
    return deps.db.$transaction(async (tx) => {
      await lockFirst(tx);
      return work(tx, 'passkey');
    });
  }
  const onSuccess = await countCode(deps, await ownerOf(deps, user.id), caller);
  const done = await deps.db.$transaction(async (tx) => {
    await lockFirst(tx);
    const codeKind = await redeemCode(deps, tx, user.id, code);
    return codeKind && { result: await work(tx, codeKind) };
  });
  if (!done) {
    await recordAudit(deps, { kind: 'second-factor-failed', actor: user, caller });
    throw wrongCode();
  }
  await onSuccess();
  return done.result;
}

/**
 * Requires the same proof before a factor or another way to sign in is added to an account that already has a second
 * factor, because the new one could replace it. Adding the first factor requires only the password.
 */
export async function confirmWithSecondFactor(deps: Deps, requester: Requester, proof: SecondFactorProof) {
  const { user, sessionToken } = requester;
  if (await hasSecondFactor(deps.db, user.id)) await withSecondFactorProof(deps, requester, proof, async () => {});
  else await confirmUser(deps, { userId: user.id, sessionToken }, proof.password);
}

export const ownerOf = ({ db }: Deps, id: string) =>
  db.user.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
