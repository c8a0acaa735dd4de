/** Writes the report of a research run as an answer of its conversation, from the notes, with their pages as sources. */
import type { Deps } from '~/server/deps';
import { sourcesFollowUps } from '~/server/features/citations/pages/check-sources.job';
import { withPendingChecks } from '~/server/features/citations/pages/pending-checks';
import { copyResearchPages } from '~/server/features/citations/pages/snapshot-store';
import { noLibrary } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import type { Activity } from '~/shared/schemas/messages';
import { finishFollowUp } from './finish-research.job';
import { readInstructions } from './research-background';
import { framedNotes, reportPrompt, requestWords, sourcesOf } from './research-prompts';
import { type Research, readResearches } from './research-store';

export async function prepareReport(deps: Deps, chosen: ChosenModel, research: Research): Promise<PreparedAnswer> {
  const steps = research.steps.filter(({ state }) => state !== 'waiting');
  const notes = framedNotes(research.steps, chosen.limits.contextTokens);
  const { pages, milliseconds } = research.used;
  const instructions = await readInstructions(deps, research);
  return {
    model: chosen.model,
    async begin(messageId, keep) {
      // From the start, because a report that is cut off is not continued.
      await keep(() => ({ researchId: research.id }));
      await copyResearchPages(deps.db, research.id, messageId);
    },
    request: {
      systemPrompt: reportPrompt(new Date()),
      ...(instructions && { personalization: instructions }),
      turns: [{ role: 'user', content: `${requestWords(research)}\n\n${notes}` }],
      library: noLibrary,
      isWebOff: true,
      sources: sourcesOf(steps),
    },
    cite: async (_text, citations) => withPendingChecks(citations),
    review: async () => ({
      researchId: research.id,
      liveSearchUsed: true,
      webReading: { pages, milliseconds },
      activities: steps
        .filter(({ kind }) => kind !== 'review')
        .map(({ question }): Activity => ({ kind: 'web_search', label: question, state: 'done' })),
    }),
    followUps: (messageId, citations) => [
      ...sourcesFollowUps(messageId, citations),
      finishFollowUp(research.id, messageId),
    ],
  };
}

/** Whether the answers to this message are reports: they are written again as a whole, and never continued. */
export const isReport = async ({ db }: Pick<Deps, 'db'>, userId: string, questionId: string): Promise<boolean> =>
  (await readResearches(db, { userId, questionId })).length > 0;

/** For a report that is written again. Undefined for any other answer. */
export async function prepareReportAgain(
  deps: Deps,
  userId: string,
  questionId: string,
  chosen: ChosenModel,
): Promise<PreparedAnswer | undefined> {
  if (!chosen.model.isConnected) return undefined;
  const [research] = await readResearches(deps.db, { userId, questionId });
  return research && prepareReport(deps, chosen, research);
}
