/** Records an answer's model usage, however the answer ended. */
import type { Logger } from '~/server/lib/logger';
import { addUsage } from '~/server/providers/llm/openai-wire';
import type { ModelRequest, ReportedUsage } from '~/server/providers/llm/types';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { answerKey } from './answer-key';
import { estimateUsage, type Written } from './estimate-usage';
import type { ChosenModel } from './model-catalog-types';
import { requestSize } from './request-size';
import type { UsageLedger } from './usage-ledger-types';

interface Use {
  turn: { userId: string; messageId: string; attempt: number; chosen: ChosenModel };
  /** Absent if the model was not called. */
  request: ModelRequest | undefined;
  /** A rejected request has used nothing. */
  wasRejected: boolean;
  written: Written;
}

/** What the endpoint reported. */
interface Reported {
  whole: AnswerUsage | undefined;
  /** Usage of the completed tool rounds, if the answer was aborted. */
  beforeEnd?: ReportedUsage | undefined;
}

/** The reservation made with the message did not include its files and the earlier conversation. */
export async function raiseReservation(ledger: UsageLedger, turn: Use['turn'], request: ModelRequest): Promise<void> {
  const { userId, chosen } = turn;
  if (chosen.prices) await ledger.raise({ key: answerKey(turn), userId, chosen }, requestSize(request));
}

export async function recordAnswerUsage(
  { usage: ledger, logger }: { usage: UsageLedger; logger: Logger },
  { turn, request, wasRejected, written }: Use,
  { whole, beforeEnd }: Reported,
): Promise<AnswerUsage | undefined> {
  const { userId, chosen } = turn;
  if (!chosen.model.isConnected) return whole;
  const key = answerKey(turn);
  if (!whole && !beforeEnd && (!request || wasRejected)) {
    await ledger.release(key);
    return undefined;
  }
  // Only models with a price are worth estimating.
  const isEstimated = !whole && request && chosen.prices && beforeEnd?.cutOff !== null;
  const cutOff = isEstimated ? await estimateUsage(request, beforeEnd?.cutOff ?? written, logger) : undefined;
  const before = beforeEnd?.usage;
  const tokens = whole ?? (cutOff && before ? { ...addUsage(before, cutOff), isEstimated: true } : (cutOff ?? before));
  return (await ledger.record({ key, userId, purpose: 'answer', chosen }, tokens)) ?? tokens;
}
