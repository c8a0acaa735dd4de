/**
 * Storage quotas of accounts and of the installation. Triggers maintain the counts in account_usage, so they are always
 * correct. Limits are checked in the statement that inserts, so that concurrent requests can't exceed them.
 */
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import type { AccountUsage } from '~/shared/schemas/account';
import { tooManyWaiting } from './uploads.errors';

/** Files of one user that belong to no message yet. */
const waitingPerUser = 100;
const megabyte = 1024 * 1024;

/** 0 means no limit. */
const quotasOf = ({ env }: Pick<Deps, 'env'>) => ({
  bytes: env.QUOTA_USER_STORAGE_MB * megabyte,
  files: env.QUOTA_USER_FILES,
  total: env.QUOTA_TOTAL_STORAGE_MB * megabyte,
});

/** In bytes, for collections. The limit for attachments is `limits.attachmentBytes`. */
export const largestFile = ({ env }: Pick<Deps, 'env'>): number => env.KNOWLEDGE_FILE_MB * megabyte;

/** Adds the row of an expected file; `size` counts until the actual size is known after the claim. */
export async function reserveFile(deps: Pick<Deps, 'db' | 'env'>, userId: string, id: string, size: number) {
  const quota = quotasOf(deps);
  const [row] = await deps.db.sql<{ result: string }>`
    SELECT add_object(${id}::uuid, ${userId}::uuid, ${size}::int, ${waitingPerUser}::int, ${quota.files}::bigint,
                      ${quota.bytes}::bigint, ${quota.total}::bigint) AS result`;
  if (row?.result === 'waiting') throw tooManyWaiting();
  if (row?.result === 'files') {
    const max = quota.files.toLocaleString('en-US');
    throw full(`You have reached the limit of ${max} files. Delete conversations with files you no longer need.`);
  }
  if (row?.result === 'bytes') {
    const max = formatBytes(quota.bytes);
    throw full(`Your storage of ${max} is full. Delete conversations with files you no longer need.`);
  }
  if (row?.result === 'total') {
    throw new AppError(
      'storage_full',
      'The storage of this service is full. Delete files you no longer need, or contact its operator.',
    );
  }
}

const full = (words: string) => new AppError('too_large', words);
const formatBytes = (bytes: number) =>
  bytes >= 1024 * megabyte ? `${Math.round((bytes / megabyte / 1024) * 10) / 10} GB` : `${bytes / megabyte} MB`;

export async function readUsage(deps: Pick<Deps, 'db' | 'env'>, userId: string): Promise<AccountUsage> {
  const [row] = await deps.db.sql<{ files: number; bytes: string }>`
    SELECT files, bytes::text AS bytes FROM account_usage WHERE user_id = ${userId}::uuid`;
  const { bytes, files } = quotasOf(deps);
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0), mostFiles: files, mostBytes: bytes };
}
