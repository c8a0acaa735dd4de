/**
 * Closes answers whose process is gone. Each process on a shared database sends a heartbeat every second (one row,
 * however many answers it generates), and others close the answers of a process that has been silent.
 */
import type { Database } from '~/server/db/client';
import { transactionLimits } from '~/server/db/transaction';
import type { ProcessState } from '~/server/lib/process-state';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { leaseSeconds } from './answer-store';

/** The longest time from storing an answer's row to starting it. */
const launchSeconds = 12;
/** How long a process may be silent before others close its answers. */
export const silentSeconds = 3.5;

/** Sends a heartbeat. A process that has not sent one has no row in the table. */
export async function sendHeartbeat(
  db: Database,
  processId: string,
  { version, startedAt, sockets, isStopping }: ProcessState,
  answers: number,
): Promise<void> {
  await db.reservedSql`
    INSERT INTO server_processes (id, version, started_at, sockets, answers, is_stopping)
    VALUES (${processId}, ${version}, ${startedAt.toISOString()}::timestamptz, ${sockets}, ${answers}, ${isStopping})
    ON CONFLICT (id) DO UPDATE
    SET seen_at = now(), sockets = excluded.sockets, answers = excluded.answers, is_stopping = excluded.is_stopping`;
}

/** Deletes the row of a process that stops regularly; others close answers it may have left open. */
export async function unregisterProcess(db: Database, processId: string): Promise<void> {
  await db.sql`
    DELETE FROM server_processes WHERE id = ${processId}
      AND NOT EXISTS (SELECT 1 FROM generations WHERE lease_until IS NOT NULL AND owner = ${processId})`;
}

/**
 * Deletes rows of processes that ended long ago without open answers, and text pieces stored while their answer ended.
 */
export async function deleteDeadProcesses(db: Database): Promise<void> {
  await db.sql`
    DELETE FROM answer_pieces USING generations g WHERE answer_pieces.message_id = g.message_id AND g.lease_until IS NULL`;
  await db.sql`
    DELETE FROM server_processes WHERE seen_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT 1 FROM generations WHERE lease_until IS NOT NULL AND owner = server_processes.id)`;
}

/** The answer was complete; only its correction was still being generated. */
const reviewed: MessageMetadata = { processing: false, status: 'complete' };
/** Unlike an answer that its own process stops, it has no review of its figures and sources. */
const stopped: MessageMetadata = { processing: false, status: 'stopped', isUnreviewed: true };

interface ClosedAnswer {
  messageId: string;
  conversationId: string;
  attempt: number;
  /** It has no text, so the version before it is the active one again. */
  isSwitched: boolean;
}

interface Closing {
  owner: string;
  /** Closes the answers of all other processes at once: the embedded database has a single process. */
  allOthers: boolean;
  /** For interrupted answers. */
  metadata: MessageMetadata;
  /** The running answers of this process. Its others are closed: their request failed before they started. */
  writing?: string[];
}

/** Closes answers of silent processes with their text: as stopped if the user requested that, else as interrupted. */
export async function closeAbandoned(db: Database, closing: Closing): Promise<ClosedAnswer[]> {
  // Almost always none, and then no transaction is needed.
  if ((await lockDue(db.sql, closing)).length === 0) return [];
  return db.$transaction(async (tx) => {
    // A statement of its own: a single one would lose or repeat a text that is stored between its start and the lock.
    const due = await lockDue((parts, ...values) => tx.$queryRaw(parts, ...values), closing);
    // Before the messages are changed, because it locks the conversations.
    const shown = await tx.$queryRaw<{ id: string; isSwitched: boolean }[]>`
      SELECT message_id AS id, show_earlier(message_id) AS "isSwitched" FROM generations g
      WHERE message_id = ANY(${due}::uuid[]) AND earlier_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM answer_pieces p WHERE p.message_id = g.message_id)
      ORDER BY conversation_id`;
    const switched = new Set(shown.flatMap(({ id, isSwitched }) => (isSwitched ? id : [])));
    // Other metadata is kept, so that a retry uses the same model and sources.
    const closed = await tx.$queryRaw<Omit<ClosedAnswer, 'isSwitched'>[]>`
      WITH abandoned AS (
        UPDATE generations g SET slot = NULL, lease_until = NULL, owner = NULL
        WHERE g.message_id = ANY(${due}::uuid[])
        RETURNING g.message_id, g.conversation_id, g.attempt, g.stop_requested
      ), removed AS (
        DELETE FROM answer_pieces USING abandoned WHERE answer_pieces.message_id = abandoned.message_id
      )
      UPDATE messages SET
        metadata = metadata || CASE
          WHEN metadata ? 'unconfirmedFigures' THEN ${JSON.stringify(reviewed)}::jsonb
          WHEN abandoned.stop_requested THEN ${JSON.stringify(stopped)}::jsonb
          ELSE ${JSON.stringify(closing.metadata)}::jsonb
        END,
        content = content || coalesce(
          (SELECT string_agg(p.text, '' ORDER BY p.place) FROM answer_pieces p WHERE p.message_id = messages.id), '')
      FROM abandoned WHERE id = abandoned.message_id
      RETURNING abandoned.message_id AS "messageId", abandoned.conversation_id AS "conversationId", abandoned.attempt`;
    return closed.map((answer) => ({ ...answer, isSwitched: switched.has(answer.messageId) }));
  }, transactionLimits.bulk);
}

/**
 * Locks the answers to close. Never closes the process's own running answers: waiting for a connection may outlast its
 * heartbeat. Rows locked by another statement are left to a later call: their text is being stored.
 */
async function lockDue(sql: Database['sql'], { owner, allOthers, writing = [] }: Closing): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    SELECT message_id AS id FROM generations
    WHERE lease_until IS NOT NULL AND message_id <> ALL(${writing}::uuid[])
      AND (
        (${allOthers} AND owner <> ${owner})
        OR (owner = ${owner} AND lease_until < now() + make_interval(secs => ${leaseSeconds - launchSeconds}))
        OR owner IN (SELECT id FROM server_processes WHERE id <> ${owner}
                     AND seen_at < now() - make_interval(secs => ${silentSeconds}::float8))
        OR (lease_until < now() AND NOT EXISTS (SELECT 1 FROM server_processes p WHERE p.id = owner))
      )
    FOR UPDATE SKIP LOCKED`;
  return rows.map(({ id }) => id);
}
