import type { ChatMessage } from '~/shared/schemas/messages';
import type { WaitingMessage } from './queue';

/** 'asking': the answer did not end as expected, so the user decides. */
export type QueueState = 'waiting' | 'due' | 'asking';

const badEnds = new Set(['failed', 'interrupted', 'stopped']);

/** Whether the first queued message can be sent, depending on the last message of the conversation. */
export function queueState(first: WaitingMessage, last: ChatMessage | undefined): QueueState {
  if (!last || last.role === 'user' || last.metadata.processing) return 'waiting';
  // The last answer is not the expected one: an earlier message was edited, or another branch is shown.
  if (last.id !== first.after || badEnds.has(last.metadata.status ?? '')) return 'asking';
  return 'due';
}

/** The id of the answer to the queued message, if the conversation already contains both. */
export function answerOf({ after, content }: WaitingMessage, messages: readonly ChatMessage[]): string | undefined {
  const question = messages.find(
    (message) => message.role === 'user' && message.parentId === after && message.content === content,
  );
  return question && messages.find(({ parentId }) => parentId === question.id)?.id;
}

/** Removes a sent message; the others wait for its answer. */
export const withoutSent = (queue: WaitingMessage[], requestId: string, answerId: string): WaitingMessage[] =>
  queue.some((item) => item.requestId === requestId)
    ? queue.filter((item) => item.requestId !== requestId).map((item) => ({ ...item, after: answerId }))
    : queue;
