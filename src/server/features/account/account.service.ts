/** What a person decides about their own account beyond its name and password. */
import type { Deps } from '~/server/deps';
import { deleteOwnAccount } from '~/server/features/admin/admin.service';
import type { Acting } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { isPassword } from '~/server/lib/password';
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
 * Deletes the account for good. The typed address shows that it is meant, the password that it is the person; tries
 * are counted together with those of changing the password, because they could be used to guess the same thing.
 */
export async function deleteAccount(
  deps: Deps,
  acting: Acting & { by: { id: string } },
  input: DeleteAccountInput,
): Promise<void> {
  const user = acting.by;
  if (input.email !== user.email) throw new AppError('validation', 'This is not the email of your account');
  await deps.rateLimiter.consume('passwordByAccount', user.id);
  const found = await deps.db.user.findUnique({ where: { id: user.id }, select: { password: true } });
  if (!(await isPassword(input.password, found?.password))) throw new AppError('validation', 'Password is incorrect');
  await deleteOwnAccount(deps, acting);
}
