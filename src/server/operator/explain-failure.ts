/** Explains to the operator why a program could not start. */
import { DataFolderUnusable } from '~/server/db/data-folder';
import { DataFolderInUse } from '~/server/db/data-folder-lock';
import { NoDatabase } from '~/server/db/embedded';
import { MigrationError } from '~/server/db/migrate';
import { SettingsError } from '~/server/env';
import { PlacesUnusable } from '~/server/lib/places';
import { SecretKeyUnusable } from '~/server/lib/secret-key';

/** Errors the operator can fix are printed without a stack trace. */
export const isPlainFailure = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof DataFolderInUse ||
  error instanceof DataFolderUnusable ||
  error instanceof MigrationError ||
  error instanceof NoDatabase ||
  error instanceof PlacesUnusable ||
  error instanceof SecretKeyUnusable;

export function explainFailure(error: unknown): string {
  if (isPlainFailure(error)) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}\nAnother program uses this port. Stop it, or set PORT in .env.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${message}\nCan't reach the database server in DATABASE_URL.`;
  if (code === '28P01' || code === '28000') return `${message}\nThe user name or password in DATABASE_URL is wrong.`;
  if (code === '3D000') return `${message}\nThe database in DATABASE_URL does not exist. Create it first.`;
  return stack ?? String(error);
}
