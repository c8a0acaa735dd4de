/** Runs a research run in the background. An interrupted run continues after its last note. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { AppError } from '~/server/lib/errors';
import { ModelError } from '~/server/providers/llm/types';
import { failResearch, working } from './fail-research';
import { announceResearch } from './mail-research.job';
import { costUnknown } from './research.errors';
import { runSteps } from './research-run';
import { addTime, changeState, type Research, readReport, readResearch } from './research-store';
import { modelGone, researcherOf } from './researcher';
import { watchTheses } from './schedules/alert-theses.job';

const payload = z.object({ researchId: z.uuid() });
type RunResearch = z.infer<typeof payload>;

/** Interval for checking whether the user has stopped it, in case the notification is lost. */
const pollMs = 1000;

export const runResearchJob: JobKind<Deps, RunResearch> = defineJob<Deps, RunResearch>({
  kind: 'research.run',
  payload,
  concurrency: 2,
  attempts: 6,
  firstPauseMs: 5000,
  run: runResearch,
  async onDead(deps, { researchId: id }) {
    await failResearch(deps, id, working, 'The research failed several times. Continue it later.');
  },
});

async function runResearch(deps: Deps, { researchId: id }: RunResearch, context: JobContext): Promise<void> {
  const { db } = deps;
  const research = await readResearch(db, id);
  if (!research || !working.some((state) => state === research.state)) return;
  const report = research.questionId === null ? undefined : await readReport(db, research.questionId);
  // Its user had it written again, perhaps with another model.
  if (report?.status === 'complete') return finish(deps, research, report.id);
  const fail = (error: string) => failResearch(deps, id, working, error);
  const researcher = await researcherOf(deps, research);
  if (!researcher) return fail(modelGone);
  // A model can lose its price between two runs of a schedule.
  if (research.budget.usd !== null && !researcher.chosen.prices) return fail(costUnknown().message);
  if (research.state === 'queued') await changeState(db, id, ['queued'], 'running');
  // A stopped run that has used time is not a discarded plan.
  await addTime(db, id, 1);

  const stopped = new AbortController();
  const signal = AbortSignal.any([context.signal, stopped.signal]);
  const leftMs = Math.max(0, research.budget.minutes * 60_000 - research.used.milliseconds);
  const collecting = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
  const clock = trackTime(deps, id, stopped);
  try {
    await runSteps({ deps, researcher, id, signal, collecting });
    await finish(deps, research);
  } catch (error) {
    if (stopped.signal.aborted) return;
    if (error instanceof AppError && isFinal(error)) return fail(error.message);
    if (error instanceof ModelError && context.isLastAttempt) return fail(error.message);
    throw error;
  } finally {
    await clock.end();
  }
}

async function finish(deps: Deps, research: Research, messageId?: string): Promise<void> {
  // Before the end, so that a process that crashes here announces it when the run is repeated.
  await announceResearch(deps, research);
  await watchTheses(deps, research);
  await changeState(deps.db, research.id, working, 'done', { ...(messageId && { messageId }) });
}

/** A retry only helps against temporary limits. */
const isFinal = ({ code }: AppError) => code !== 'too_many' && code !== 'unavailable';

/** Counts the elapsed time of the run, and ends the run when its research is stopped or deleted. */
function trackTime({ db, bus, logger }: Deps, id: string, stopped: AbortController) {
  let since = performance.now();
  const count = async () => {
    const now = performance.now();
    const passed = now - since;
    since = now;
    await addTime(db, id, passed);
  };
  const poll = async () => {
    await count();
    const row = await db.research.findUnique({ where: { id }, select: { state: true } });
    if (!working.some((state) => state === row?.state)) stopped.abort();
  };
  const unsubscribe = bus.subscribe('research', ({ researchId }) => {
    if (researchId === id) stopped.abort();
  });
  let polling = Promise.resolve();
  const timer = setInterval(() => {
    polling = poll().catch((error) => logger.warn({ err: error, researchId: id }, 'failed to read a research run'));
  }, pollMs);
  return {
    async end() {
      unsubscribe();
      clearInterval(timer);
      await polling;
      await count();
    },
  };
}
