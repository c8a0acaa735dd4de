/**
 * Finds events of other processes that the bus did not deliver: without Redis, or during an outage. One query for all
 * followed conversations shows which of them have changed; only those are read. The embedded database has one process
 * and does not need this.
 */
import type { Database } from '~/server/db/client';
import { TextUnreadable } from '~/server/lib/stored-texts/stored-texts';
import type { AnswerPiece, ConversationSignal } from '~/server/realtime/events';
import { type MessageRow, toChatMessage } from './message-row';

/** Interval while the bus does not deliver events of other processes. */
const disconnectedMs = 2000;
/** Interval while it does: finds events lost when a connection fails. */
const connectedMs = 10_000;
/** More turns than this cannot start in one conversation between two comparisons. */
const newestTurns = 10;

/** What the subscribers of one conversation have received, so that only the rest is sent. */
export interface SeenState {
  /** Highest attempt by answer id. */
  attempts: Map<string, number>;
  /** As of the last comparison; undefined before the first. */
  summary?: Summary;
}

interface Summary {
  title: string;
  /** When sources of an answer were last checked, or follow-up questions last suggested. */
  checkedAt: string;
  branchSwitches: number;
  /** Changes with every message, end of an answer, retry and rename. */
  version: string;
}

interface Hub {
  readonly seen: SeenState;
  receive(signal: ConversationSignal | AnswerPiece): void;
}

interface Polling {
  /** Compares at once: events were probably lost. */
  compareNow(): void;
  stop(): void;
}

interface Comparison {
  db: Database;
  hubs: ReadonlyMap<string, Hub>;
  onError: (error: unknown) => void;
}

export function pollForMissedEvents(settings: Comparison & { receivesFromOthers: () => boolean }): Polling {
  let isComparing = false;
  let isRequested = false;
  let comparedAt = performance.now();
  const compareWhenDue = async () => {
    const wait = settings.receivesFromOthers() ? connectedMs : disconnectedMs;
    if (isComparing || (!isRequested && performance.now() - comparedAt < wait)) return;
    isComparing = true;
    isRequested = false;
    try {
      await compare(settings);
    } catch (error) {
      settings.onError(error);
    } finally {
      isComparing = false;
      comparedAt = performance.now();
    }
  };
  const timer = setInterval(() => void compareWhenDue(), disconnectedMs / 2);
  return {
    compareNow() {
      isRequested = true;
      void compareWhenDue();
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Reads a conversation in one statement when its first subscriber arrives. Marks its turns as seen, because the client
 * loads them itself, and returns the running ones with their text as of the last checkpoint.
 */
export async function readRunningTurns(
  db: Database,
  conversationId: string,
  seen: SeenState,
  maxRunning: number,
): Promise<RunningTurn[]> {
  const rows = await db.sql<RunningTurn & { isRunning: boolean } & Omit<SummaryRow, 'answers'>>`
    SELECT c.title, c.branch_switches AS "branchSwitches", extract(epoch FROM c.updated_at)::text AS "changedAt",
           coalesce(extract(epoch FROM c.checked_at)::text, '') AS "checkedAt", turn.message_id AS "messageId", turn.attempt,
           turn.lease_until IS NOT NULL AS "isRunning", m.content || coalesce(
             (SELECT string_agg(p.text, '' ORDER BY p.place) FROM answer_pieces p WHERE p.message_id = m.id), ''
           ) AS content
    FROM conversations c LEFT JOIN LATERAL (
      SELECT * FROM generations WHERE conversation_id = c.id
      ORDER BY lease_until IS NULL, created_at DESC LIMIT ${newestTurns + maxRunning}::int
    ) AS turn ON true
    LEFT JOIN messages m ON m.id = turn.message_id AND turn.lease_until IS NOT NULL
    WHERE c.id = ${conversationId}::uuid`;
  const [first] = rows;
  if (!first) return [];
  const running = await Promise.all(
    rows
      .filter(({ isRunning }) => isRunning)
      .map(async (row) => ({ ...row, content: await db.texts.open(row.messageId, row.content) })),
  );
  // The hub marks the running ones when it follows them.
  for (const { messageId, attempt, isRunning } of rows) if (messageId && !isRunning) markSeen(seen, messageId, attempt);
  const answers = running.map(({ messageId, attempt }) => `${messageId}:${attempt}`);
  seen.summary ??= summaryOf({ ...first, answers: answers.sort().join(' ') });
  return running;
}

export function markSeen(seen: SeenState, messageId: string, attempt: number): void {
  seen.attempts.set(messageId, Math.max(attempt, seen.attempts.get(messageId) ?? 0));
}

/** If what has changed cannot be read, the next comparison finds the same changes. */
async function compare(settings: Comparison): Promise<void> {
  const { db, hubs } = settings;
  const ids = [...hubs.keys()];
  const summaries = await readSummaries(db, ids);
  const changed: string[] = [];
  const checked: string[] = [];
  const undelivered: { seen: SeenState; delivered: Summary }[] = [];
  for (const id of ids) {
    const hub = hubs.get(id);
    const summary = summaries.get(id);
    if (!hub) continue;
    if (!summary) {
      hub.receive({ type: 'deleted' });
      continue;
    }
    const before = hub.seen.summary;
    hub.seen.summary = summary;
    if (before && before.title !== summary.title) hub.receive({ type: 'renamed', title: summary.title });
    if (before && before.checkedAt !== summary.checkedAt) checked.push(id);
    if (before && before.branchSwitches !== summary.branchSwitches) hub.receive({ type: 'switched' });
    if (before?.version !== summary.version) changed.push(id);
    const { version = '', checkedAt = summary.checkedAt } = before ?? {};
    undelivered.push({ seen: hub.seen, delivered: { ...summary, version, checkedAt } });
  }
  try {
    if (changed.length > 0) await sendMissedTurns(settings, changed);
    if (checked.length > 0) await sendMissedChecks(settings, checked);
  } catch (error) {
    for (const { seen, delivered } of undelivered) seen.summary = delivered;
    throw error;
  }
}

/** Null, with a report, if they cannot be decrypted: other conversations must still get their events. */
async function openRows<Row extends MessageRow>({ db, onError }: Comparison, rows: Row[]): Promise<Row[] | null> {
  try {
    return await db.texts.openMessages(rows);
  } catch (error) {
    if (!(error instanceof TextUnreadable)) throw error;
    onError(error);
    return null;
  }
}

/**
 * Sends the newest answers with checks or suggested questions, even if already delivered: repeating them is harmless.
 */
async function sendMissedChecks(settings: Comparison, ids: string[]): Promise<void> {
  const { db, hubs } = settings;
  const rows = await db.sql<MessageRow & { attempt: number }>`
    SELECT m.id, m.conversation_id AS "conversationId", m.parent_id AS "parentId", m.role, m.content, m.attachments,
           m.metadata, m.created_at AS "createdAt", turn.attempt
    FROM unnest(${ids}::uuid[]) AS asked(id) CROSS JOIN LATERAL (
      SELECT * FROM generations WHERE conversation_id = asked.id AND lease_until IS NULL
      ORDER BY created_at DESC LIMIT ${newestTurns}
    ) AS turn
    JOIN messages m ON m.id = turn.message_id
    WHERE jsonb_path_exists(m.metadata, '$.citations[*].check.snapshotId')
       OR jsonb_path_exists(m.metadata, '$.citations[*].check.reason') OR m.metadata -> 'suggestedQuestions' IS NOT NULL
       -- Encrypted.
       OR jsonb_typeof(m.metadata -> 'citations') = 'string'`;
  for (const { attempt, ...row } of rows) {
    const [opened] = (await openRows(settings, [row])) ?? [];
    if (!opened) continue;
    const message = toChatMessage(opened);
    hubs.get(row.conversationId)?.receive({ type: 'checked', messageId: row.id, attempt, message });
  }
}

async function sendMissedTurns(settings: Comparison, changed: string[]): Promise<void> {
  const { db, hubs } = settings;
  const isMissed = ({ conversationId, messageId, attempt }: Turn) => {
    const hub = hubs.get(conversationId);
    return hub !== undefined && (hub.seen.attempts.get(messageId) ?? 0) < attempt;
  };
  const turns = (await readNewestTurns(db, changed)).filter(isMissed);
  if (turns.length === 0) return;
  const rows = await db.generation.findMany({
    where: { messageId: { in: turns.map(({ messageId }) => messageId) } },
    select: { conversationId: true, messageId: true, attempt: true, leaseUntil: true, question: true, message: true },
    orderBy: { createdAt: 'asc' },
  });
  for (const row of rows) {
    // It may have arrived over the bus since.
    if (!isMissed(row)) continue;
    const { messageId, attempt } = row;
    const [question, answer] = (await openRows(settings, [row.question, row.message])) ?? [];
    if (!question || !answer) continue;
    const message = toChatMessage(answer);
    const hub = hubs.get(row.conversationId);
    hub?.receive({
      type: 'started',
      userMessage: toChatMessage(question),
      assistantMessage: { ...message, content: '', metadata: { processing: true } },
      attempt,
    });
    if (row.leaseUntil) hub?.receive({ type: 'text', messageId, attempt, at: 0, text: message.content });
    else hub?.receive({ type: 'finished', messageId, attempt, message });
  }
}

async function readSummaries(db: Database, ids: string[]): Promise<Map<string, Summary>> {
  const rows = await db.sql<SummaryRow & { id: string }>`
    WITH running AS (
      SELECT conversation_id, string_agg(message_id || ':' || attempt, ' ' ORDER BY message_id) AS answers
      FROM generations WHERE lease_until IS NOT NULL GROUP BY conversation_id
    )
    SELECT c.id, c.title, c.branch_switches AS "branchSwitches", extract(epoch FROM c.updated_at)::text AS "changedAt",
           coalesce(extract(epoch FROM c.checked_at)::text, '') AS "checkedAt", coalesce(running.answers, '') AS answers
    FROM conversations c LEFT JOIN running ON running.conversation_id = c.id
    WHERE c.id = ANY(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, summaryOf(row)]));
}

interface SummaryRow {
  title: string;
  branchSwitches: number;
  changedAt: string;
  checkedAt: string;
  answers: string;
}

function summaryOf({ title, branchSwitches, changedAt, checkedAt, answers }: SummaryRow): Summary {
  return { title, branchSwitches, checkedAt, version: `${changedAt} ${answers} ${title}` };
}

/** A running answer. */
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
