/** Requests the plan of a research run from the model. The user can change it before the research runs. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { AppError } from '~/server/lib/errors';
import { askForResearch } from './ask-for-research';
import { failResearch } from './fail-research';
import { readEarlier } from './research-background';
import { planAfterPrompt, planOf, planPrompt, requestWords } from './research-prompts';
import { readResearch, storePlan } from './research-store';
import { modelGone, researcherOf } from './researcher';

const payload = z.object({ researchId: z.uuid() });
type PlanResearch = z.infer<typeof payload>;

const maxMs = 120_000;

export const planResearchJob: JobKind<Deps, PlanResearch> = defineJob<Deps, PlanResearch>({
  kind: 'research.plan',
  payload,
  concurrency: 2,
  attempts: 3,
  run: planResearch,
  // Fall back to the request itself as the plan.
  async onDead(deps, { researchId: id }) {
    const research = await readResearch(deps.db, id);
    if (research?.state === 'planning') await storeQuestions(deps, id, planOf('', research.question));
  },
});

async function planResearch(deps: Deps, { researchId: id }: PlanResearch, context: JobContext): Promise<void> {
  const research = await readResearch(deps.db, id);
  if (research?.state !== 'planning') return;
  const researcher = await researcherOf(deps, research);
  if (!researcher) return failResearch(deps, id, ['planning'], modelGone);
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(maxMs)]);
  const earlier = await readEarlier(deps, researcher.chosen, research);
  const content = [earlier?.framed, requestWords(research)].filter(Boolean).join('\n\n');
  try {
    const systemPrompt = (earlier ? planAfterPrompt : planPrompt)(new Date());
    const request = { systemPrompt, turns: [{ role: 'user' as const, content }], isWebOff: true };
    const { text } = await askForResearch(deps, researcher.chosen, research, request, signal);
    await storeQuestions(deps, id, planOf(text, research.question));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await failResearch(deps, id, ['planning'], error.message);
  }
}

/** A plan that arrives after its research was stopped is dropped. */
async function storeQuestions({ db }: Deps, id: string, questions: readonly string[]): Promise<void> {
  await db.$transaction(async (tx) => {
    const planned = { where: { id, state: 'planning' }, data: { state: 'planned', error: null } };
    const { count } = await tx.research.updateMany(planned);
    if (count > 0) await storePlan(tx, id, questions);
  });
}
