/** A user had the report of a research run written again: a stopped or failed run is done with that version. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { FollowUp } from '~/server/generation/answer-store';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { readReport, readResearch, storeReport } from './research-store';
import { watchTheses } from './schedules/alert-theses.job';

const payload = z.object({ researchId: z.uuid(), messageId: z.uuid() });
type FinishResearch = z.infer<typeof payload>;

export const finishResearchJob: JobKind<Deps, FinishResearch> = defineJob<Deps, FinishResearch>({
  kind: 'research.finish',
  payload,
  run: finishResearch,
});

/** The job to add when a version of the report ends, of the run or of a Retry. */
export const finishFollowUp = (researchId: string, messageId: string): FollowUp => ({
  kind: finishResearchJob.kind,
  key: messageId,
  payload: { researchId, messageId },
});

async function finishResearch(deps: Deps, { researchId, messageId }: FinishResearch): Promise<void> {
  const { db } = deps;
  const research = await readResearch(db, researchId);
  const message = await db.message.findUnique({ where: { id: messageId }, select: { parentId: true } });
  if (!research || !message) return;
  const report = await readReport(db, message.parentId);
  if (report?.status !== 'complete') return;
  // Before the end, so that a repeated job does it if the process crashes here.
  if (research.state === 'stopped' || research.state === 'failed') await watchTheses(deps, research);
  await storeReport(db, researchId, { questionId: message.parentId, messageId: report.id });
}
