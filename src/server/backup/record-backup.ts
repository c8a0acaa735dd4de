import { openSession } from '~/server/db/session';
import type { Env } from '~/server/env';
import { messageOf } from '~/server/lib/caught';
import type { Io } from '~/server/lib/command-output';
import type { Manifest } from './manifest';

/**
 * Records the backup in the audit log, where administrators see the latest one. The backup itself is already complete.
 */
export async function recordBackup(env: Env, { database, objects }: Manifest, io: Io): Promise<void> {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  const details = JSON.stringify({ rows, files: objects.count, bytes: objects.totalBytes });
  try {
    const session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: false });
    try {
      // A database of an older version that this one has not migrated yet may have no audit log.
      const [found] = await session.query(`SELECT to_regclass('audit_events') IS NOT NULL AS "hasLog"`);
      if (found?.hasLog)
        await session.query(
          `INSERT INTO audit_events (kind, actor, details) VALUES ('backup-made', 'operator', $1::jsonb)`,
          [details],
        );
    } finally {
      await session.close();
    }
  } catch (error) {
    io.warn(`The backup is complete, but the audit log could not be written: ${messageOf(error)}`);
  }
}
