/** Counts what an answer's model has used, whatever becomes of the answer. */
import type { Logger } from '~/server/lib/logger';
import type { ModelRequest } from '~/server/providers/llm/types';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { estimateUsage } from './estimate-usage';
import type { ChosenModel } from './model-catalog';
import { requestSize } from './request-size';
import { answerKey, type UsageLedger } from './usage-ledger';

interface Use {
  turn: { userId: string; messageId: string; attempt: number; chosen: ChosenModel };
  /** Absent when the model was not asked. */
  request: ModelRequest | undefined;
  /** A request that was refused has used nothing. */
  wasRefused: boolean;
  written: string;
}

/** What was reserved with the question did not know its files and the conversation before it. */
export async function raiseReservation(ledger: UsageLedger, turn: Use['turn'], request: ModelRequest): Promise<void> {
  const { userId, chosen } = turn;
  if (chosen.prices) await ledger.raise({ key: answerKey(turn), userId, chosen }, requestSize(request));
}

export async function recordAnswerUsage(
  { usage: ledger, logger }: { usage: UsageLedger; logger: Logger },
  { turn, request, wasRefused, written }: Use,
  reported: AnswerUsage | undefined,
): Promise<AnswerUsage | undefined> {
  const { userId, chosen } = turn;
  if (!chosen.model.isConnected) return reported;
  const key = answerKey(turn);
  if (!reported && (!request || wasRefused)) {
    await ledger.release(key);
    return undefined;
  }
  // Only what costs something is worth counting.
  const tokens = reported ?? (request && chosen.prices ? await estimateUsage(request, written, logger) : undefined);
  return (await ledger.record({ key, userId, purpose: 'answer', chosen }, tokens)) ?? tokens;
}
