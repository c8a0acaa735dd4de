/** Summarizes the oldest messages of a conversation in the background, with the conversation's model. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { defineJob, type JobContext } from '~/server/jobs/job-kind';
import { cutMiddle } from '~/server/lib/cut-middle';
import { AppError } from '~/server/lib/errors';
import { inputBudget } from './budget';
import { chooseForSummary, readUnsummarized, type StoredTurn, storeSummary } from './conversation-summary';
import { sizesOf } from './token-sizes';
import { writeSummary } from './write-summary';

const payload = z.object({
  conversationId: z.uuid(),
  userId: z.uuid(),
  modelId: z.string(),
  /** Tokens for messages in the request. Absent in jobs of earlier versions: then the whole budget. */
  historyRoom: z.number().nonnegative().optional(),
});
type Summarize = z.infer<typeof payload>;

/** Share of a request's budget for the messages in one summary request. */
const batchPart = 0.6;

export const summarizeConversationJob = defineJob<Deps, Summarize>({
  kind: 'conversation.summarize',
  payload,
  concurrency: 2,
  attempts: 3,
  firstPauseMs: 5000,
  run: summarizeConversation,
});

/** Adds a job unless one is already queued. The message does not wait for it. */
export function summarizeSoon(deps: Deps, work: Summarize): void {
  const { conversationId: key, userId } = work;
  deps.background.run('requesting a summary', async () => {
    await deps.jobs.enqueue(summarizeConversationJob, work, { key, userId });
  });
}

async function summarizeConversation(deps: Deps, work: Summarize, { signal }: JobContext): Promise<void> {
  const chosen = await chooseModel(deps, work);
  if (!chosen?.model.isConnected) return;
  const budget = inputBudget(chosen.limits, chosen.model.tokenFactor);
  const read = await readUnsummarized(deps, work.conversationId);
  const sizes = await sizesOf(read.turns.map(({ id, content }) => ({ key: `${id}:${content.length}`, text: content })));
  let { summary } = read;
  const chosenTurns = chooseForSummary(read.turns, sizes, Math.min(budget, work.historyRoom ?? budget));
  for (const batch of batchesOf(chosenTurns, sizes, budget * batchPart)) {
    const key = `summary:${work.conversationId}:${randomUUID()}`;
    const use: ModelUse = { key, userId: work.userId, purpose: 'summary', chosen };
    const content = await writeSummary(deps, use, summary?.content, batch, budget, signal);
    // The next message reports that the monthly budget is used up.
    if (content === null) return;
    summary = await storeSummary(deps, work.conversationId, {
      content,
      model: chosen.displayName,
      messages: (summary?.messages ?? 0) + batch.length,
      throughSeq: batch.at(-1)?.seq ?? '0',
    });
  }
}

/** Null if the account or the model was deleted; the next message adds a job with another model. */
async function chooseModel(deps: Deps, { userId, modelId }: Summarize): Promise<ChosenModel | null> {
  const user = await deps.db.user.findUnique({ where: { id: userId }, select: { id: true, isAdmin: true } });
  if (!user) return null;
  try {
    return await deps.models.choose(user, modelId);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Groups of turns of at most `room` tokens. A longer turn is a group of its own, with its middle omitted. */
function batchesOf(turns: readonly StoredTurn[], sizes: readonly number[], room: number): StoredTurn[][] {
  const batches: StoredTurn[][] = [];
  let left = 0;
  turns.forEach((turn, index) => {
    const size = sizes[index] ?? 0;
    if (batches.length === 0 || size > left) {
      batches.push([]);
      left = room;
    }
    batches.at(-1)?.push(size > room ? { ...turn, content: cutMiddle(turn.content, (room / size) * 0.9) } : turn);
    left -= size;
  });
  return batches;
}
