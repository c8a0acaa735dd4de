/**
 * If a process sends no heartbeat for seconds, because the database or the machine is overloaded, another one may close
 * its answers as interrupted. The process reclaims them and continues, because readers have seen more than was stored.
 */
import type { Database } from '~/server/db/client';
import { type EndedAnswer, leaseSeconds, saveEnd } from './answer-store';

/**
 * Makes this process the owner again of an answer that another process closed. Returns a new attempt, so that readers
 * who received the early end receive the answer again. Null if the answer was deleted, retried, continued in another
 * version or has ended otherwise. Keeps a stop that was requested in between. Takes a slot even beyond the user's
 * limit, because the answer was accepted before those that took its slot. Counts as a heartbeat: otherwise others close
 * the answer again until the next one.
 */
export async function reclaim(
  db: Database,
  owner: string,
  { messageId, attempt }: { messageId: string; attempt: number },
): Promise<number | null> {
  const [row] = await db.sql<{ attempt: number }>`
    WITH closed AS (
      SELECT g.message_id, g.user_id FROM generations g JOIN messages m ON m.id = g.message_id
      WHERE g.message_id = ${messageId}::uuid AND g.attempt = ${attempt} AND g.lease_until IS NULL
        AND m.metadata ->> 'status' IN ('interrupted', 'stopped')
        AND NOT EXISTS (SELECT 1 FROM messages v WHERE v.parent_id = m.parent_id AND v.seq > m.seq)
      FOR UPDATE OF g
    ), taken AS (
      UPDATE generations g SET owner = ${owner}, attempt = g.attempt + 1,
        lease_until = now() + make_interval(secs => ${leaseSeconds}),
        slot = (
          SELECT min(free) FROM generate_series(1, 1 + (
            SELECT count(*)::int FROM generations o WHERE o.user_id = closed.user_id AND o.slot IS NOT NULL
          )) AS free
          WHERE NOT EXISTS (SELECT 1 FROM generations o WHERE o.user_id = closed.user_id AND o.slot = free)
        )
      FROM closed WHERE g.message_id = closed.message_id RETURNING g.message_id, g.attempt
    ), seen AS (
      UPDATE server_processes SET seen_at = now() FROM taken WHERE id = ${owner}
    ), reopened AS (
      UPDATE messages SET metadata = (metadata - 'status' - 'error') || '{"processing": true}'
      FROM taken WHERE id = taken.message_id RETURNING taken.attempt
    )
    SELECT attempt FROM reopened`;
  if (row) return row.attempt;
  // An earlier attempt may be stored although its response was lost. A separate statement, because the
  // one above does not see what it has waited for.
  const [own] = await db.sql<{ attempt: number }>`
    SELECT attempt FROM generations
    WHERE message_id = ${messageId}::uuid AND attempt = ${attempt} + 1 AND owner = ${owner} AND lease_until IS NOT NULL`;
  return own?.attempt ?? null;
}

/**
 * Makes a reclaimed retry the active version again, if closing it has shown the version before it and nothing was asked
 * since. Returns whether it did.
 */
export async function showReclaimed(db: Database, messageId: string): Promise<boolean> {
  const [row] = await db.sql<{ isSwitched: boolean }>`
    SELECT show_branch(m.id) AS "isSwitched"
    FROM generations g JOIN messages m ON m.id = g.message_id JOIN messages earlier ON earlier.id = g.earlier_id
    WHERE g.message_id = ${messageId}::uuid AND earlier.is_active
      AND NOT EXISTS (SELECT 1 FROM messages later WHERE later.conversation_id = m.conversation_id AND later.seq > m.seq)`;
  return row?.isSwitched ?? false;
}

/** Stores the end of an answer, however often other processes have closed it. Returns null like saveEnd(). */
export async function saveOwnEnd(
  db: Database,
  end: Omit<Parameters<typeof saveEnd>[1], 'attempt'>,
  live: { attempt: number; restart(attempt: number): void },
): Promise<EndedAnswer | null> {
  let isShownAgain = false;
  for (;;) {
    // A checkpoint may reclaim the answer in between, which changes the attempt.
    const { attempt } = live;
    const saved = await saveEnd(db, { ...end, attempt });
    if (saved) return { ...saved, isSwitched: saved.isSwitched || isShownAgain };
    const next = await reclaim(db, end.owner, { messageId: end.messageId, attempt });
    if (next === null) return null;
    isShownAgain = (await showReclaimed(db, end.messageId)) || isShownAgain;
    live.restart(next);
  }
}
