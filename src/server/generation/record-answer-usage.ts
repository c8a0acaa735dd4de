/** Records an answer's model usage, however the answer ended. */
import type { Logger } from '~/server/lib/logger';
import type { ModelRequest } from '~/server/providers/llm/types';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { estimateUsage } from './estimate-usage';
import type { ChosenModel } from './model-catalog';
import { requestSize } from './request-size';
import { answerKey, type UsageLedger } from './usage-ledger';

interface Use {
  turn: { userId: string; messageId: string; attempt: number; chosen: ChosenModel };
  /** Absent if the model was not called. */
  request: ModelRequest | undefined;
  /** A rejected request has used nothing. */
  wasRefused: boolean;
  written: string;
}

/** The reservation made with the message did not include its files and the earlier conversation. */
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
  // Only models with a price are worth estimating.
  const tokens = reported ?? (request && chosen.prices ? await estimateUsage(request, written, logger) : undefined);
  return (await ledger.record({ key, userId, purpose: 'answer', chosen }, tokens)) ?? tokens;
}
