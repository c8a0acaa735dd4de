/**
 * Storage quotas of accounts and of the installation. Triggers maintain the counts in account_usage, so they are always
 * correct. Limits are checked in the statement that inserts, so that concurrent requests can't exceed them.
 */
import type { Transaction } from '~/server/db/transaction';
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

/** One file, or all files of a document. */
type Moved = { objectId: string } | { documentId: string };

/**
 * Throws if files that get another owner in this transaction don't fit into that owner's quota. The counts of the old
 * owners are locked as well, in one order, because the triggers change them too.
 */
export async function checkNewOwner(
  deps: Pick<Deps, 'env'>,
  tx: Transaction,
  { ownerId, ...moved }: Moved & { ownerId: string },
): Promise<void> {
  const objectId = 'objectId' in moved ? moved.objectId : null;
  const documentId = 'documentId' in moved ? moved.documentId : null;
  const [added] = await tx.$queryRaw<{ files: number; bytes: bigint; owners: string[] | null }[]>`
    SELECT count(*)::int AS files, coalesce(sum(size), 0)::bigint AS bytes, array_agg(DISTINCT user_id::text) AS owners
    FROM objects
    WHERE (id = ${objectId}::uuid OR document_id = ${documentId}::uuid) AND user_id <> ${ownerId}::uuid`;
  if (!added?.owners) return;
  const used = await tx.$queryRaw<{ userId: string; files: number; bytes: bigint }[]>`
    SELECT user_id AS "userId", files, bytes FROM account_usage
    WHERE user_id = ANY(${[ownerId, ...added.owners]}::uuid[]) ORDER BY user_id FOR UPDATE`;
  const owner = used.find(({ userId }) => userId === ownerId);
  const { files, bytes } = quotasOf(deps);
  if (files > 0 && (owner?.files ?? 0) + added.files > files) throw full(ownerIsFull);
  if (bytes > 0 && Number(owner?.bytes ?? 0) + Number(added.bytes) > bytes) throw full(ownerIsFull);
}

const ownerIsFull =
  "The storage of the collection's owner is full. Documents here count as theirs, so ask them to delete files.";

const full = (message: string) => new AppError('too_large', message);
const formatBytes = (bytes: number) =>
  bytes >= 1024 * megabyte ? `${Math.round((bytes / megabyte / 1024) * 10) / 10} GB` : `${bytes / megabyte} MB`;

export async function readUsage(deps: Pick<Deps, 'db' | 'env'>, userId: string): Promise<AccountUsage> {
  const [row] = await deps.db.sql<{ files: number; bytes: string }>`
    SELECT files, bytes::text AS bytes FROM account_usage WHERE user_id = ${userId}::uuid`;
  const { bytes, files } = quotasOf(deps);
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0), mostFiles: files, mostBytes: bytes };
}
