/** Checks the web sources of a finished answer. The statement that stores the end of the answer also adds the job. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { FollowUp } from '~/server/generation/answer-store';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import type { Citation } from '~/shared/schemas/citations';
import { checkSources, markUnreadable, maxPagesOf } from './check-sources';
import { isPending } from './pending-checks';
import { readUnchecked } from './unchecked-answers';

const payload = z.object({ messageId: z.uuid() });
type CheckSources = z.infer<typeof payload>;

/** Time per page for one attempt; several pages are read concurrently. */
const msPerPage = 3000;

export const checkSourcesJob: JobKind<Deps, CheckSources> = defineJob<Deps, CheckSources>({
  kind: 'answer.check-sources',
  payload,
  concurrency: 2,
  attempts: 3,
  firstPauseMs: 10_000,
  run: checkAnswerSources,
  async onDead(deps, { messageId }) {
    for (const answer of await readUnchecked(deps.db, messageId)) await markUnreadable(deps, answer);
  },
});

/** The jobs to add when an answer with these citations is stored. */
export const sourcesFollowUps = (messageId: string, citations: readonly Citation[] = []): FollowUp[] =>
  citations.some(isPending) ? [{ kind: checkSourcesJob.kind, key: messageId, payload: { messageId } }] : [];

async function checkAnswerSources(deps: Deps, { messageId }: CheckSources, context: JobContext): Promise<void> {
  let left = 0;
  for (const answer of await readUnchecked(deps.db, messageId)) {
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(msPerPage * maxPagesOf(answer))]);
    left += await checkSources(deps, answer, { signal, isLastAttempt: context.isLastAttempt });
  }
  if (left > 0) throw new Error(`${left} cited pages could not be read yet`);
}
