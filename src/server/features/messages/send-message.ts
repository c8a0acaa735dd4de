import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { explainRefusal, hashOf, insertTurn, type NewTurn } from '~/server/generation/answer-store';
import { toChatMessage } from '~/server/generation/message-row';
import { AppError } from '~/server/lib/errors';
import { titleFromMessage } from '~/shared/schemas/conversations';
import type { ChatMessage, SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import { prepareRequest, readHistory } from './prepare-request';

/**
 * Stores the question and the row of its answer, and lets the answer begin. Answers at once; the text arrives by
 * watching the conversation. Sending the same request again, even at the same moment, returns the same messages.
 */
export async function sendMessage(deps: Deps, userId: string, input: SendMessageInput): Promise<SentMessage> {
  deps.generation.refuseWhenDraining();
  if (input.attachments.length > 0)
    throw new AppError('validation', 'This attachment was not uploaded here. Upload it again.');
  const given = input.conversationId ?? null;
  const turn: NewTurn = {
    userId,
    conversation: { id: given ?? randomUUID(), isNew: given === null, title: titleFromMessage(input.content) },
    questionId: randomUUID(),
    messageId: randomUUID(),
    clientRequestId: input.clientRequestId,
    content: input.content,
    attachments: input.attachments,
    owner: deps.env.processId,
    maxConcurrent: deps.env.MAX_CONCURRENT_ANSWERS,
  };
  const requestHash = hashOf({ conversationId: given, content: input.content, attachments: input.attachments });

  // The history is read while the turn is stored; a turn that is refused only wasted the reading.
  const history = given === null ? Promise.resolve([]) : readHistory(deps, given);
  history.catch(() => {});
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = await insertTurn(deps.db, turn, requestHash);
    if (begun) {
      const sent = sentMessage(turn, begun);
      const { conversation, messageId } = turn;
      // Launched before it is told: readers on this process then find the live answer and not only its checkpoints.
      deps.generation.launch({ userId, conversationId: conversation.id, messageId, attempt: 1 }, async () => {
        const turns = (await history).filter((earlier) => earlier.id !== turn.questionId);
        return prepareRequest(deps, turns, input.content);
      });
      deps.bus.publish(`conversation:${conversation.id}`, {
        type: 'started',
        userMessage: sent.userMessage,
        assistantMessage: sent.assistantMessage,
        attempt: 1,
      });
      return sent;
    }
    const earlier = await explainRefusal(deps.db, turn, requestHash);
    if (earlier) {
      return {
        conversation: earlier.conversation,
        userMessage: toChatMessage(earlier.question),
        assistantMessage: toChatMessage(earlier.message),
      };
    }
    // Another send took the same free slot in between; there may be a further one.
  }
  throw new AppError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 1 });
}

function sentMessage(
  turn: NewTurn,
  begun: { conversation: SentMessage['conversation']; createdAt: Date },
): SentMessage {
  const common = { conversationId: turn.conversation.id, createdAt: begun.createdAt };
  const userMessage: ChatMessage = {
    ...common,
    id: turn.questionId,
    role: 'user',
    content: turn.content,
    attachments: turn.attachments as ChatMessage['attachments'],
    metadata: {},
  };
  const assistantMessage: ChatMessage = {
    ...common,
    id: turn.messageId,
    role: 'assistant',
    content: '',
    attachments: [],
    metadata: { processing: true },
  };
  return { conversation: begun.conversation, userMessage, assistantMessage };
}
