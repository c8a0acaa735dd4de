import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { attachmentsOf } from '~/server/features/uploads/read-upload';
import { claimAttachments, objectPath } from '~/server/features/uploads/uploads.service';
import {
  type EarlierTurnRows,
  explainRefusal,
  findEarlier,
  hashOf,
  insertTurn,
  type NewTurn,
} from '~/server/generation/answer-store';
import { toChatMessage } from '~/server/generation/message-row';
import { AppError } from '~/server/lib/errors';
import { titleFromMessage } from '~/shared/schemas/conversations';
import type { ChatMessage, SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import type { ClaimedUpload } from '~/shared/schemas/uploads';
import { prepareRequest, readBackground } from './prepare-request';

/**
 * Stores the question and the row of its answer, and lets the answer begin. Answers at once; the text arrives by
 * watching the conversation. Sending the same request again, even at the same moment, returns the same messages.
 */
export function sendMessage(deps: Deps, userId: string, input: SendMessageInput): Promise<SentMessage> {
  return deps.generation.accept(() => storeAndLaunch(deps, userId, input));
}

async function storeAndLaunch(deps: Deps, userId: string, input: SendMessageInput): Promise<SentMessage> {
  const given = input.conversationId ?? null;
  const requestHash = hashOf({ conversationId: given, content: input.content, attachments: input.attachments });
  const files = await claimFiles(deps, userId, input, requestHash);
  if (files.earlier) return files.earlier;
  const title = titleFromMessage(input.content || files.claimed[0]?.name || '');
  const turn: NewTurn = {
    userId,
    conversation: { id: given ?? randomUUID(), isNew: given === null, title },
    questionId: randomUUID(),
    messageId: randomUUID(),
    clientRequestId: input.clientRequestId,
    content: input.content,
    attachments: files.claimed.map(({ id, name, type, size }) => ({ type, name, size, url: objectPath(id) })),
    objectIds: files.claimed.map(({ id }) => id),
    owner: deps.env.processId,
    maxConcurrent: deps.env.MAX_CONCURRENT_ANSWERS,
    maxConversations: deps.env.QUOTA_USER_CONVERSATIONS,
  };

  // Read while the turn is stored; a turn that is refused only wasted the reading.
  const reading = readBackground(deps, userId, given);
  reading.catch(() => {});
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = await insertTurn(deps.db, turn, requestHash);
    if (begun) {
      const sent = sentMessage(turn, begun);
      const { conversation, messageId } = turn;
      // Launched before it is told: readers on this process then find the live answer and not only its checkpoints.
      deps.generation.launch({ userId, conversationId: conversation.id, messageId, attempt: 1 }, async (signal) => {
        const { history, wishes } = await reading;
        const turns = history.filter((earlier) => earlier.id !== turn.questionId);
        const { questionId, objectIds, content } = turn;
        const question = { conversationId: conversation.id, questionId, content, wishes, objectIds };
        return prepareRequest(deps, turns, question, signal);
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
    if (earlier) return earlierMessage(deps, earlier);
    // Another send took the same free slot in between; there may be a further one.
  }
  throw new AppError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 1 });
}

/**
 * The uploads behind the attachments. A repeated send finds them attached already – to the message it sent before,
 * which is then the answer.
 */
async function claimFiles(
  deps: Deps,
  userId: string,
  { attachments, clientRequestId }: SendMessageInput,
  requestHash: string,
): Promise<{ claimed: ClaimedUpload[]; earlier?: SentMessage }> {
  if (attachments.length === 0) return { claimed: [] };
  try {
    return { claimed: await claimAttachments(deps, userId, attachments) };
  } catch (error) {
    const earlier = await findEarlier(deps.db, userId, clientRequestId, requestHash);
    if (!earlier) throw error;
    return { claimed: [], earlier: await earlierMessage(deps, earlier) };
  }
}

async function earlierMessage(deps: Deps, earlier: EarlierTurnRows): Promise<SentMessage> {
  const attachments = (await attachmentsOf(deps, [earlier.question.id])).get(earlier.question.id);
  const userMessage = toChatMessage(earlier.question);
  return {
    conversation: earlier.conversation,
    userMessage: attachments ? { ...userMessage, attachments } : userMessage,
    assistantMessage: toChatMessage(earlier.message),
  };
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
    attachments: (turn.attachments as ChatMessage['attachments']).map((file) => ({ ...file, state: 'queued' })),
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
