import type { Database } from '~/server/db/client';

/** No process records a request later than this. */
const maxRetentionDays = 60;

/**
 * Closes requests whose process stopped without recording them, and deletes events that can't be recorded again, or are
 * older than RETENTION_USAGE_DAYS (0: no limit).
 */
export async function closeExpiredUsage(db: Database, retentionDays = 0): Promise<void> {
  await db.sql`
    SELECT record_usage(key, user_id, purpose, model, model_name, NULL, NULL, NULL, NULL, NULL, false)
    FROM usage_events WHERE settled_at IS NULL AND reserved_until < now()`;
  const days = retentionDays > 0 ? Math.min(maxRetentionDays, retentionDays) : maxRetentionDays;
  await db.sql`DELETE FROM usage_events WHERE at < now() - make_interval(days => ${days})`;
}
