/**
 * How readers learn what other processes did when nothing carried it here: without Redis, or while it is away. One
 * query for all conversations that are being read, every so often, tells which of them have changed; only those are
 * looked at. The embedded database has one process and needs none of this.
 */
import type { Database } from '~/server/db/client';
import type { ConversationSignal } from '~/server/realtime/events';
import { toChatMessage } from './message-row';

/** While other processes cannot be heard. */
const deafMs = 2000;
/** While they can: for what was said in the moment a connection was lost or made. */
const hearingMs = 10_000;
/** More turns than this cannot begin in one conversation between two looks. */
const newestTurns = 10;

/** What the readers of one conversation have been told, so that only the rest is told now. */
export interface Told {
  /** Highest attempt by answer. */
  attempts: Map<string, number>;
  /** As of the last look; undefined before the first. */
  outline?: Outline;
}

export interface Outline {
  title: string;
  /** Changes with every question, every end of an answer, every Retry and every new name. */
  version: string;
}

export interface CatchingUp {
  readonly told: Told;
  hear(signal: ConversationSignal): void;
}

/** Looks now and then until the returned function is called. */
export function keepCatchingUp(settings: {
  db: Database;
  channels: ReadonlyMap<string, CatchingUp>;
  hearsOthers: () => boolean;
  onError: (error: unknown) => void;
}): () => void {
  let isLooking = false;
  let lookedAt = performance.now();
  const timer = setInterval(async () => {
    const wait = settings.hearsOthers() ? hearingMs : deafMs;
    if (isLooking || performance.now() - lookedAt < wait) return;
    isLooking = true;
    try {
      await catchUp(settings.db, settings.channels);
    } catch (error) {
      settings.onError(error);
    } finally {
      isLooking = false;
      lookedAt = performance.now();
    }
  }, deafMs / 2);
  return () => clearInterval(timer);
}

/**
 * What there is when reading begins, in one statement: notes it, since that is what the reader has read for itself,
 * and answers what is being written, with its text as of the last checkpoint.
 */
export async function readBeginning(
  db: Database,
  conversationId: string,
  told: Told,
  mostRunning: number,
): Promise<RunningTurn[]> {
  const rows = await db.sql<RunningTurn & { isRunning: boolean; title: string; changedAt: string }>`
    SELECT c.title, extract(epoch FROM c.updated_at)::text AS "changedAt", turn.message_id AS "messageId", turn.attempt,
           turn.lease_until IS NOT NULL AS "isRunning", m.content || coalesce(
             (SELECT string_agg(p.text, '' ORDER BY p.place) FROM answer_pieces p WHERE p.message_id = m.id), ''
           ) AS content
    FROM conversations c LEFT JOIN LATERAL (
      SELECT * FROM generations WHERE conversation_id = c.id
      ORDER BY lease_until IS NULL, created_at DESC LIMIT ${newestTurns + mostRunning}::int
    ) AS turn ON true
    LEFT JOIN messages m ON m.id = turn.message_id AND turn.lease_until IS NOT NULL
    WHERE c.id = ${conversationId}::uuid`;
  const [first] = rows;
  if (!first) return [];
  const running = rows.filter(({ isRunning }) => isRunning);
  // Those still being written are followed, and told when they are found.
  for (const { messageId, attempt, isRunning } of rows) if (messageId && !isRunning) note(told, messageId, attempt);
  told.outline ??= outlineOf({ ...first, answers: running.map(nameOf).sort().join(' ') });
  return running;
}

export function note(told: Told, messageId: string, attempt: number): void {
  told.attempts.set(messageId, Math.max(attempt, told.attempts.get(messageId) ?? 0));
}

async function catchUp(db: Database, channels: ReadonlyMap<string, CatchingUp>): Promise<void> {
  const asked = [...channels.keys()];
  const outlines = await readOutlines(db, asked);
  const changed: string[] = [];
  for (const id of asked) {
    const channel = channels.get(id);
    const outline = outlines.get(id);
    if (!channel) continue;
    if (!outline) {
      channel.hear({ type: 'deleted' });
      continue;
    }
    const before = channel.told.outline;
    channel.told.outline = outline;
    if (before && before.title !== outline.title) channel.hear({ type: 'renamed', title: outline.title });
    if (before?.version !== outline.version) changed.push(id);
  }
  if (changed.length > 0) await tellTurns(db, channels, changed);
}

async function tellTurns(db: Database, channels: ReadonlyMap<string, CatchingUp>, changed: string[]): Promise<void> {
  const isNews = ({ conversationId, messageId, attempt }: Turn) => {
    const channel = channels.get(conversationId);
    return channel !== undefined && (channel.told.attempts.get(messageId) ?? 0) < attempt;
  };
  const turns = (await readNewestTurns(db, changed)).filter(isNews);
  if (turns.length === 0) return;
  const rows = await db.generation.findMany({
    where: { messageId: { in: turns.map(({ messageId }) => messageId) } },
    select: { conversationId: true, messageId: true, attempt: true, leaseUntil: true, question: true, message: true },
    orderBy: { createdAt: 'asc' },
  });
  for (const row of rows) {
    // Meanwhile it may have been heard of after all.
    if (!isNews(row)) continue;
    const { messageId, attempt } = row;
    const message = toChatMessage(row.message);
    const channel = channels.get(row.conversationId);
    channel?.hear({
      type: 'started',
      userMessage: toChatMessage(row.question),
      assistantMessage: { ...message, content: '', metadata: { processing: true } },
      attempt,
    });
    if (row.leaseUntil) channel?.hear({ type: 'text', messageId, attempt, at: 0, text: message.content });
    else channel?.hear({ type: 'finished', messageId, attempt, message });
  }
}

async function readOutlines(db: Database, ids: string[]): Promise<Map<string, Outline>> {
  const rows = await db.sql<{ id: string; title: string; changedAt: string; answers: string }>`
    WITH running AS (
      SELECT conversation_id, string_agg(message_id || ':' || attempt, ' ' ORDER BY message_id) AS answers
      FROM generations WHERE lease_until IS NOT NULL GROUP BY conversation_id
    )
    SELECT c.id, c.title, extract(epoch FROM c.updated_at)::text AS "changedAt", coalesce(running.answers, '') AS answers
    FROM conversations c LEFT JOIN running ON running.conversation_id = c.id
    WHERE c.id = ANY(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, outlineOf(row)]));
}

const nameOf = ({ messageId, attempt }: RunningTurn) => `${messageId}:${attempt}`;

function outlineOf({ title, changedAt, answers }: { title: string; changedAt: string; answers: string }): Outline {
  return { title, version: `${changedAt} ${answers} ${title}` };
}

/** An answer being written. */
interface RunningTurn {
  messageId: string;
  attempt: number;
  content: string;
}

interface Turn {
  conversationId: string;
  messageId: string;
  attempt: number;
}

async function readNewestTurns(db: Database, ids: string[]): Promise<Turn[]> {
  return db.sql<Turn>`
    SELECT turn.conversation_id AS "conversationId", turn.message_id AS "messageId", turn.attempt
    FROM unnest(${ids}::uuid[]) AS asked(id) CROSS JOIN LATERAL (
      SELECT * FROM generations WHERE conversation_id = asked.id ORDER BY created_at DESC LIMIT ${newestTurns}
    ) AS turn`;
}
