/** How a program that could not begin tells its operator why. */
import { DataFolderUnusable } from '~/server/db/data-folder';
import { DataFolderInUse } from '~/server/db/data-folder-lock';
import { NoDatabase } from '~/server/db/embedded';
import { MigrationError } from '~/server/db/migrate';
import { SettingsError } from '~/server/env';
import { SecretKeyUnusable } from '~/server/lib/secret-key';

/** What an operator can mend is told in words; anything else with its stack. */
export const isPlainFailure = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof DataFolderInUse ||
  error instanceof DataFolderUnusable ||
  error instanceof MigrationError ||
  error instanceof NoDatabase ||
  error instanceof SecretKeyUnusable;

export function explainFailure(error: unknown): string {
  if (isPlainFailure(error)) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}\nAnother program uses this port. Stop it, or set PORT in .env.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${message}\nThe server that DATABASE_URL names cannot be reached.`;
  if (code === '28P01' || code === '28000') return `${message}\nDATABASE_URL holds a name or password that is refused.`;
  if (code === '3D000') return `${message}\nCreate the database that DATABASE_URL names first.`;
  return stack ?? String(error);
}
