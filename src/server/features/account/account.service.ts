/** What a person decides about their own account beyond its name and password. */
import type { Deps } from '~/server/deps';
import { deleteOwnAccount } from '~/server/features/admin/admin.service';
import type { Acting } from '~/server/features/audit/audit.service';
import { confirmUser } from '~/server/features/auth/confirm-user';
import { AppError } from '~/server/lib/errors';
import type { SessionToken } from '~/server/lib/session-token';
import type { DeleteAccountInput } from '~/shared/schemas/account';

/** What the person wants the assistant to keep in mind; empty when there is nothing. */
export async function readInstructions(deps: Deps, userId: string): Promise<string> {
  const row = await deps.db.user.findUnique({ where: { id: userId }, select: { instructions: true } });
  return row?.instructions ?? '';
}

export async function saveInstructions(deps: Deps, userId: string, instructions: string): Promise<void> {
  await deps.db.user.updateMany({ where: { id: userId }, data: { instructions: instructions || null } });
}

/**
 * Deletes the account for good. The typed address shows the intent, the password or a new sign-in at the provider shows who is asking.
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
