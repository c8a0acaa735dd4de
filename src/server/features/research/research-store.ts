/** The database rows of a research run: its state, its budget, and a note for each finished step. */

import type { Database } from '~/server/db/client';
import type { Transaction } from '~/server/db/transaction';
import type { ResearchState } from '~/shared/research-states';
import type { AnswerStatus, AnswerUsage } from '~/shared/schemas/messages';
import type { ResearchStepView, ResearchView } from '~/shared/schemas/research';

export interface PageSource {
  url: string;
  title: string;
}

export interface ResearchStep extends ResearchStepView {
  id: string;
  place: number;
  sources: PageSource[];
}

export interface Research extends Omit<ResearchView, 'steps'> {
  userId: string;
  questionId: string | null;
  steps: ResearchStep[];
}

interface ResearchRow extends Omit<Research, 'budget' | 'used' | 'steps'> {
  minutes: number;
  pages: number;
  usd: string | null;
  milliseconds: number;
  pagesRead: number;
  inputTokens: number;
  outputTokens: number;
  cost: string | null;
  steps: ResearchStep[] | null;
}

/** Filters for research runs. All given conditions must hold. */
interface ResearchFilter {
  id?: string;
  /** Leaves out discarded conversations. */
  userId?: string;
  conversationId?: string;
  questionId?: string;
  /** Only those in progress, or that ended within the last hour. */
  isRecent?: boolean;
}

const maxListed = 20;

/** Newest first. */
export async function readResearches(db: Database, filter: ResearchFilter): Promise<Research[]> {
  const { id = null, userId = null, conversationId = null, questionId = null, isRecent = false } = filter;
  const rows = await db.sql<ResearchRow>`
    SELECT r.id, r.user_id AS "userId", r.conversation_id AS "conversationId", r.question_id AS "questionId",
           r.message_id AS "messageId", r.question, r.model_id AS "modelId", r.state, r.minutes, r.pages,
           r.usd::text AS usd, r.milliseconds, r.pages_read AS "pagesRead", r.input_tokens AS "inputTokens",
           r.output_tokens AS "outputTokens", r.cost::text AS cost, r.error, r.created_at AS "createdAt",
           r.updated_at AS "updatedAt",
           (SELECT (SELECT count(*)::int FROM jobs j WHERE j.kind = own.kind AND j.state = 'waiting'
                    AND (j.turn, j.id) <= (own.turn, own.id))
            FROM jobs own
            WHERE r.state IN ('planning', 'queued') AND own.state = 'waiting' AND own.key = r.id::text
              AND own.kind = CASE r.state WHEN 'planning' THEN 'research.plan' ELSE 'research.run' END) AS "queuePlace",
           (SELECT jsonb_agg(jsonb_build_object(
                     'id', s.id, 'place', s.place, 'question', s.question, 'kind', s.kind, 'state', s.state,
                     'note', s.note, 'pages', s.pages, 'sources', s.sources,
                     'doing', CASE s.state WHEN 'waiting' THEN nullif(s.doing, '') END) ORDER BY s.place)
            FROM research_steps s WHERE s.research_id = r.id) AS steps
    FROM researches r JOIN conversations c ON c.id = r.conversation_id
    WHERE (${id}::uuid IS NULL OR r.id = ${id}::uuid)
      AND (${userId}::uuid IS NULL OR (r.user_id = ${userId}::uuid AND c.user_id = r.user_id))
      AND (${conversationId}::uuid IS NULL OR r.conversation_id = ${conversationId}::uuid)
      AND (${questionId}::uuid IS NULL OR r.question_id = ${questionId}::uuid)
      AND (NOT ${isRecent}::boolean OR r.state IN ('planning', 'queued', 'running', 'writing')
           OR r.updated_at > now() - interval '1 hour')
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${maxListed}`;
  return rows.map(toResearch);
}

export async function readResearch(db: Database, id: string): Promise<Research | undefined> {
  const [found] = await readResearches(db, { id });
  return found;
}

const toResearch = ({ minutes, pages, usd, ...row }: ResearchRow): Research => {
  const { milliseconds, pagesRead, inputTokens, outputTokens, cost, steps, ...rest } = row;
  return {
    ...rest,
    budget: { minutes, pages, usd },
    used: { milliseconds, pages: pagesRead, inputTokens, outputTokens, cost },
    steps: steps ?? [],
  };
};

/** Pages of unfinished questions count as soon as they were read. */
export function toView({ userId: _user, questionId: _question, steps, used, ...research }: Research): ResearchView {
  const isRunning = research.state === 'running';
  const open = steps.filter(({ state }) => isRunning && state === 'waiting');
  return {
    ...research,
    used: { ...used, pages: used.pages + open.reduce((sum, { pages }) => sum + pages, 0) },
    steps: steps.map(({ question, kind, state, note, pages, doing }) => ({
      question,
      kind,
      state,
      note,
      pages,
      doing: isRunning ? doing : null,
    })),
  };
}

/** Stores the current activity for a question, and how many pages were read for it so far. */
export async function storeProgress(db: Database, stepId: string, doing: string, pages: number): Promise<void> {
  await db.sql`
    UPDATE research_steps SET doing = ${doing}, pages = ${pages}::int WHERE id = ${stepId}::uuid AND state = 'waiting'`;
}

/** For a new run: unfinished questions start over, but pages already read for them stay counted. */
export async function clearProgress(db: Database, id: string): Promise<void> {
  await db.sql`
    WITH open AS (
      SELECT id, pages FROM research_steps WHERE research_id = ${id}::uuid AND state = 'waiting' FOR UPDATE
    ), cleared AS (
      UPDATE research_steps s SET doing = '', pages = 0 FROM open WHERE s.id = open.id
    )
    UPDATE researches SET pages_read = pages_read + (SELECT coalesce(sum(pages), 0) FROM open) WHERE id = ${id}::uuid`;
}

/** Questions for which nothing was found start over, in the transaction that continues the research. */
export async function reopenFailed(tx: Transaction, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE research_steps SET state = 'waiting', note = '', sources = '[]', pages = 0, doing = ''
    WHERE research_id = ${id}::uuid AND state = 'failed'`;
}

/** Replaces the plan, in the transaction that changes the state. */
export async function storePlan(tx: Transaction, id: string, questions: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH removed AS (DELETE FROM research_steps WHERE research_id = ${id}::uuid)
    INSERT INTO research_steps (research_id, place, question, kind)
    SELECT ${id}::uuid, item.place, item.question, 'question'
    FROM unnest(${[...questions]}::text[]) WITH ORDINALITY AS item(question, place)
    WHERE EXISTS (SELECT 1 FROM researches WHERE id = ${id}::uuid)`;
}

/** Stores the findings of a review and the resulting questions, in one statement. */
export async function storeReview(db: Database, id: string, note: string, gaps: readonly string[]): Promise<void> {
  await db.sql`
    INSERT INTO research_steps (research_id, place, question, kind, state, note)
    SELECT ${id}::uuid, coalesce((SELECT max(place) FROM research_steps WHERE research_id = ${id}::uuid), 0) + item.place,
           item.question, CASE item.place WHEN 1 THEN 'review' ELSE 'gap' END,
           CASE item.place WHEN 1 THEN 'done' ELSE 'waiting' END, CASE item.place WHEN 1 THEN ${note} ELSE '' END
    FROM unnest(${['Contradictions and gaps', ...gaps]}::text[]) WITH ORDINALITY AS item(question, place)`;
}

/** Has no effect if the step already has a note. */
export async function storeNote(
  db: Database,
  step: Pick<ResearchStep, 'id' | 'note' | 'pages' | 'sources'> & { state: 'done' | 'failed' },
): Promise<void> {
  await db.sql`
    WITH noted AS (
      UPDATE research_steps
      SET note = ${step.note}, state = ${step.state}, pages = ${step.pages}, sources = ${JSON.stringify(step.sources)}::jsonb
      WHERE id = ${step.id}::uuid AND state = 'waiting' RETURNING research_id
    )
    UPDATE researches SET pages_read = pages_read + ${step.pages}, updated_at = now()
    FROM noted WHERE researches.id = noted.research_id`;
}

/** Changes the state only if it is one of `from`; returns false otherwise. */
export async function changeState(
  db: Database,
  id: string,
  from: readonly ResearchState[],
  to: ResearchState,
  more: { error?: string | null; questionId?: string; messageId?: string } = {},
): Promise<boolean> {
  const rows = await db.sql`
    UPDATE researches
    SET state = ${to}, updated_at = now(), error = ${more.error ?? null},
        question_id = coalesce(${more.questionId ?? null}::uuid, question_id),
        message_id = coalesce(${more.messageId ?? null}::uuid, message_id)
    WHERE id = ${id}::uuid AND state = ANY(${[...from]}::text[]) RETURNING 1`;
  return rows.length > 0;
}

/**
 * The answer to this message that is the report: a complete version, else one that is being written, else the newest.
 */
export async function readReport(
  db: Database,
  questionId: string,
): Promise<{ id: string; status: AnswerStatus | null } | undefined> {
  const [found] = await db.sql<{ id: string; status: AnswerStatus | null }>`
    SELECT id, metadata ->> 'status' AS status FROM messages WHERE parent_id = ${questionId}::uuid
    ORDER BY metadata ->> 'status' IS NOT DISTINCT FROM 'complete' DESC,
             metadata ->> 'processing' IS NOT DISTINCT FROM 'true' DESC, seq DESC LIMIT 1`;
  return found;
}

/** Finishes a research run that does no work, with this report. One that was done before has not changed since. */
export async function storeReport(
  db: Database,
  id: string,
  { questionId, messageId }: { questionId: string; messageId: string },
): Promise<void> {
  await db.sql`
    UPDATE researches
    SET state = 'done', error = NULL, question_id = ${questionId}::uuid, message_id = ${messageId}::uuid,
        updated_at = CASE state WHEN 'done' THEN updated_at ELSE now() END
    WHERE id = ${id}::uuid AND state IN ('done', 'stopped', 'failed')`;
}

export async function addUsage(db: Database, id: string, usage: AnswerUsage | undefined): Promise<void> {
  if (!usage) return;
  await db.sql`
    UPDATE researches
    SET input_tokens = input_tokens + ${usage.inputTokens}::int, output_tokens = output_tokens + ${usage.outputTokens}::int,
        cost = CASE WHEN ${usage.cost ?? null}::numeric IS NULL THEN cost
                    ELSE coalesce(cost, 0) + ${usage.cost ?? null}::numeric END
    WHERE id = ${id}::uuid`;
}

export async function addTime(db: Database, id: string, milliseconds: number): Promise<void> {
  await db.sql`UPDATE researches SET milliseconds = milliseconds + ${Math.round(milliseconds)}::int WHERE id = ${id}::uuid`;
}
