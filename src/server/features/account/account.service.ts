/** Account settings other than name and password, and deletion of the account. */
import type { Deps } from '~/server/deps';
import { deleteOwnAccount } from '~/server/features/admin/admin.service';
import type { Acting } from '~/server/features/audit/audit.service';
import { confirmUser } from '~/server/features/auth/confirm-user';
import { AppError } from '~/server/lib/errors';
import type { SessionToken } from '~/server/lib/session-token';
import type { DeleteAccountInput } from '~/shared/schemas/account';

/** The user's custom instructions; empty if there are none. */
export async function readInstructions(deps: Deps, userId: string): Promise<string> {
  const row = await deps.db.user.findUnique({ where: { id: userId }, select: { instructions: true } });
  return row?.instructions ?? '';
}

export async function saveInstructions(deps: Deps, userId: string, instructions: string): Promise<void> {
  await deps.db.user.updateMany({ where: { id: userId }, data: { instructions: instructions || null } });
}

/**
 * Deletes the account permanently. The typed email confirms the intent; the password, or a recent sign-in at the
 * provider, confirms the user.
 */
export async function deleteAccount(
  deps: Deps,
  acting: Acting & { by: { id: string }; sessionToken: SessionToken },
  input: DeleteAccountInput,
): Promise<void> {
  const user = acting.by;
  if (input.email !== user.email) throw new AppError('validation', "This isn't your account's email");
  await confirmUser(deps, { userId: user.id, sessionToken: acting.sessionToken }, input.password);
  await deleteOwnAccount(deps, acting);
}
