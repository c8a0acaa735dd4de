/** The record of scheduled backups. */

import type { BackupSummary } from '~/server/backup/backup-worker';
import type { Database } from '~/server/db/client';
import type { LastBackup } from './backup-times';

export interface AttemptState {
  now: Date;
  last: LastBackup | null;
}

/** Records attempts without a result as failed: their process has ended, because only this one makes backups now. */
export async function failAbandoned(db: Database): Promise<void> {
  await db.sql`
    UPDATE backups SET failed_at = now(), problem = 'The server stopped during the backup. It is tried again.'
    WHERE failed_at IS NULL AND verified_at IS NULL`;
}

/** Names of the folders that this installation wrote, or began to write. */
export async function readRecordedFolders(db: Pick<Database, 'sql'>): Promise<Set<string>> {
  const rows = await db.sql<{ folder: string }>`SELECT folder FROM backups`;
  return new Set(rows.map(({ folder }) => folder));
}

/** `now` is rounded like the recorded times, so that a time just recorded is never later than `now`. */
export async function readAttempts(db: Pick<Database, 'sql'>): Promise<AttemptState> {
  const [row] = await db.sql<{ now: Date; startedAt: Date | null; failedAt: Date | null }>`
    SELECT now()::timestamptz(3) AS now, last.started_at AS "startedAt", last.failed_at AS "failedAt"
    FROM (SELECT 1) AS one LEFT JOIN LATERAL (SELECT * FROM backups ORDER BY id DESC LIMIT 1) last ON true`;
  const { now = new Date(), startedAt = null, failedAt = null } = row ?? {};
  return { now, last: startedAt ? { startedAt, failedAt } : null };
}

export async function insertAttempt(db: Database, folder: string, isEncrypted: boolean): Promise<string> {
  const [row] = await db.sql<{ id: string }>`
    INSERT INTO backups (folder, is_encrypted) VALUES (${folder}, ${isEncrypted}) RETURNING id::text AS id`;
  return String(row?.id);
}

export async function recordMade(db: Database, id: string, made: Omit<BackupSummary, 'missing'>): Promise<void> {
  await db.sql`
    UPDATE backups SET finished_at = now(), rows = ${made.rows}, files = ${made.files}, bytes = ${made.bytes},
      new_bytes = ${made.newBytes} WHERE id = ${id}::bigint`;
}

/** `warning` says what the backup doesn't contain, although all of its content was verified. */
export async function recordVerified(db: Database, id: string, warning: string | null): Promise<void> {
  await db.sql`UPDATE backups SET verified_at = now(), problem = ${warning} WHERE id = ${id}::bigint`;
}

export async function recordFailed(db: Database, id: string, problem: string): Promise<void> {
  await db.sql`UPDATE backups SET failed_at = now(), problem = ${problem} WHERE id = ${id}::bigint`;
}

/** An attempt that ended because its process was stopped isn't recorded, so it is due again. */
export async function forgetAttempt(db: Database, id: string): Promise<void> {
  await db.sql`DELETE FROM backups WHERE id = ${id}::bigint`;
}

export interface BackupState {
  last: { finishedAt: Date; verifiedAt: Date | null; bytes: number; isEncrypted: boolean } | null;
  lastVerifiedAt: Date | null;
  /** The failure of the last attempt that ended; null if it succeeded. */
  failure: { at: Date; problem: string } | null;
  /** What the last backup doesn't contain; null if it contains everything or failed. */
  warning: string | null;
}

interface StateRow {
  finishedAt: Date | null;
  verifiedAt: Date | null;
  bytes: number | null;
  isEncrypted: boolean | null;
  lastVerifiedAt: Date | null;
  failedAt: Date | null;
  problem: string | null;
}

export async function readBackupState(db: Database): Promise<BackupState> {
  const [row] = await db.sql<StateRow>`
    SELECT made.finished_at AS "finishedAt", made.verified_at AS "verifiedAt", made.bytes::float8 AS bytes,
           made.is_encrypted AS "isEncrypted", tried.failed_at AS "failedAt", tried.problem,
           (SELECT verified_at FROM backups WHERE verified_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS "lastVerifiedAt"
    FROM (SELECT 1) AS one
    LEFT JOIN LATERAL (SELECT * FROM backups WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) made ON true
    LEFT JOIN LATERAL (SELECT * FROM backups WHERE failed_at IS NOT NULL OR verified_at IS NOT NULL
                       ORDER BY id DESC LIMIT 1) tried ON true`;
  if (!row) return { last: null, lastVerifiedAt: null, failure: null, warning: null };
  const { finishedAt, verifiedAt, bytes, isEncrypted, lastVerifiedAt, failedAt, problem } = row;
  return {
    last: finishedAt && { finishedAt, verifiedAt, bytes: bytes ?? 0, isEncrypted: isEncrypted === true },
    lastVerifiedAt,
    failure: failedAt && { at: failedAt, problem: problem ?? '' },
    warning: failedAt ? null : problem,
  };
}
