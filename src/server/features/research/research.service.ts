/** Starts, changes and stops research for users. Jobs do the actual work. */
import type { Database } from '~/server/db/client';
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { createConversation, getConversation } from '~/server/features/conversations/conversations.service';
import { assertKept } from '~/server/features/conversations/temporary-conversations';
import { chooseModel } from '~/server/features/projects/project-model';
import type { CatalogUser } from '~/server/generation/model-catalog-types';
import type { AnyJobKind } from '~/server/jobs/job-kind';
import { titleFromMessage } from '~/shared/schemas/conversations';
import type { ResearchView, RunResearchInput, StartResearchInput } from '~/shared/schemas/research';
import { planResearchJob } from './plan-research.job';
import {
  costUnknown,
  noModel,
  notPlanned,
  noWeb,
  planIsFixed,
  researchNotFound,
  tooManyResearches,
} from './research.errors';
import { changeState, type Research, readResearches, reopenFailed, storePlan, toView } from './research-store';
import { researcherOf } from './researcher';
import { runResearchJob } from './run-research.job';
import { webAccessOf } from './web-access';

const maxRunning = 5;

async function assertFew(db: Pick<Database, 'research'>, userId: string): Promise<void> {
  const inProgress = { in: ['planning', 'queued', 'running', 'writing'] };
  if ((await db.research.count({ where: { userId, state: inProgress } })) >= maxRunning)
    throw tooManyResearches(maxRunning);
}

/** Serializes concurrent requests of a user, so that limits are counted correctly. */
const mapConcurrently = <T>(db: Database, userId: string, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    await assertFew(tx, userId);
    return work(tx);
  });

/** In the transaction that changes the state, so that no research waits for a job that does not exist. */
const addJob = (tx: Transaction, { kind }: Pick<AnyJobKind, 'kind'>, id: string, userId: string) =>
  tx.$queryRaw`
    SELECT enqueue_job(${kind}, ${id}, ${userId}::uuid, ${JSON.stringify({ researchId: id })}::jsonb, 0, true)`;

/** Stores the request; its plan is written in the background. */
export async function startResearch(deps: Deps, user: CatalogUser, input: StartResearchInput): Promise<ResearchView> {
  const chosen = await chooseModel(deps, user, input);
  if (input.conversationId) await assertKept(deps, user.id, input.conversationId);
  if (!chosen.model.isConnected) throw noModel();
  if (!(await webAccessOf(deps, chosen))) throw noWeb();
  const { question, budget, projectId } = input;
  if (budget.usd !== null && !chosen.prices) throw costUnknown();
  await assertFew(deps.db, user.id);
  const conversationId =
    input.conversationId ??
    (await createConversation(deps, user.id, { title: titleFromMessage(question), projectId })).id;
  const row = { userId: user.id, conversationId, question, modelId: chosen.id, ...budget };
  const id = await mapConcurrently(deps.db, user.id, async (tx) => {
    const created = await tx.research.create({ data: row, select: { id: true } });
    await addJob(tx, planResearchJob, created.id, user.id);
    return created.id;
  });
  deps.jobs.wake();
  return toView(await ownResearch(deps, user.id, id));
}

export const getResearch = async (deps: Deps, userId: string, id: string): Promise<ResearchView> =>
  toView(await ownResearch(deps, userId, id));

export async function listResearch(deps: Deps, userId: string, conversationId: string): Promise<ResearchView[]> {
  await getConversation(deps, userId, conversationId);
  return (await readResearches(deps.db, { userId, conversationId })).map(toView);
}

/** Those in progress, and those that ended recently. */
export const listRecent = async (deps: Deps, userId: string): Promise<ResearchView[]> =>
  (await readResearches(deps.db, { userId, isRecent: true })).map(toView);

/**
 * Starts a planned research, or resumes a stopped or failed one after its last note. One that ended before it had a plan
 * gets one.
 */
export async function runResearch(deps: Deps, userId: string, input: RunResearchInput): Promise<ResearchView> {
  const { id, questions, budget } = input;
  const research = await ownResearch(deps, userId, id);
  const { state } = research;
  if (questions && state !== 'planned') throw planIsFixed();
  const startable = ['planned', 'stopped', 'failed'];
  if (!startable.includes(state)) throw notPlanned();
  await assertCostKnown(deps, research, budget ?? research.budget);
  const hasPlan = research.steps.length > 0;
  await mapConcurrently(deps.db, userId, async (tx) => {
    const { count } = await tx.research.updateMany({
      where: { id, state: { in: questions ? ['planned'] : startable } },
      data: { ...budget, state: hasPlan ? 'queued' : 'planning', error: null },
    });
    if (count === 0) throw notPlanned();
    if (questions) await storePlan(tx, id, questions);
    else if (research.messageId === null) await reopenFailed(tx, id);
    const job = hasPlan ? runResearchJob : planResearchJob;
    // A job that waits to repeat a failed attempt would delay this run, and count its attempts.
    await tx.job.deleteMany({ where: { kind: job.kind, key: id, state: 'waiting' } });
    await addJob(tx, job, id, userId);
  });
  deps.jobs.wake();
  return getResearch(deps, userId, id);
}

/** If the model is no longer available, the run reports it. */
async function assertCostKnown(deps: Deps, research: Research, { usd }: Research['budget']): Promise<void> {
  if (usd === null) return;
  const researcher = await researcherOf(deps, research);
  if (researcher && !researcher.chosen.prices) throw costUnknown();
}

/** Keeps the notes so far, or the plan if it is still queued. Has no effect on a research that has ended. */
export async function stopResearch(deps: Deps, userId: string, id: string): Promise<ResearchView> {
  const { messageId, used } = await ownResearch(deps, userId, id);
  // What has not begun is a plan again: a stopped one would count as discarded.
  if (used.milliseconds === 0 && (await changeState(deps.db, id, ['queued'], 'planned')))
    return getResearch(deps, userId, id);
  await changeState(deps.db, id, ['planning', 'planned', 'queued', 'running', 'writing'], 'stopped');
  deps.bus.publish('research', { type: 'stopped', researchId: id });
  if (messageId) await deps.generation.stop(userId, messageId);
  return getResearch(deps, userId, id);
}

/** Another user's research is reported as not found. */
async function ownResearch({ db }: Deps, userId: string, id: string): Promise<Research> {
  const [found] = await readResearches(db, { id, userId });
  if (!found) throw researchNotFound();
  return found;
}
