import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { type Background, readBackground } from '~/server/features/context/background';
import { countInBackground, messageText } from '~/server/features/context/token-sizes';
import { chooseModel } from '~/server/features/projects/project-model';
import { attachmentsOf, filesOf, publishAttachments } from '~/server/features/uploads/attachments';
import { claimAttachments, objectPath } from '~/server/features/uploads/uploads.service';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { PreparedAnswer } from '~/server/generation/prepared-answer';
import { titleFromMessage } from '~/shared/schemas/conversations';
import type { SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import type { ClaimedUpload } from '~/shared/schemas/uploads';
import type { Question } from './gather-inputs';
import { prepareRequest, windowOf } from './prepare-request';
import { withParameters } from './with-parameters';

/** See Generation.ask. Claims the files attached to the message first. */
export async function sendMessage(
  deps: Deps,
  user: { id: string; isAdmin: boolean },
  input: SendMessageInput,
  requestId?: string,
): Promise<SentMessage> {
  const userId = user.id;
  const { conversationId = null, projectId } = input;
  const place = conversationId === null ? { conversationId, projectId: projectId ?? null } : { conversationId };
  const chosen = await chooseModel(deps, user, { model: input.model, ...place });
  let files: ClaimedUpload[];
  try {
    files = await claimAttachments(deps, userId, input.attachments);
  } catch (error) {
    // For a repeated request, the files already belong to the message that was sent first.
    const earlier = await deps.generation.findAsked(userId, input);
    if (!earlier) throw error;
    return withCurrentAttachments(deps, earlier);
  }
  const objectIds = files.map(({ id }) => id);
  const questionId = randomUUID();
  // Loads while the message is stored. The work is wasted only if the message is rejected.
  const earlier = { ...place, pendingId: questionId };
  const reading = input.replaces ? null : readBackground(deps, userId, earlier, windowOf(chosen));
  reading?.catch(() => {});
  const newConversationId = randomUUID();
  if (conversationId !== null) countInBackground(conversationId, messageText(questionId, input.content));
  const { timeZone, sources } = input;
  const baseQuestion = { questionId, content: input.content, userId, objectIds, timeZone, sources };
  // The collections of a new conversation depend on its stored row, unless it has no project and no selection.
  const isPlain = conversationId !== null || (!projectId && !input.collections?.length);
  const earlyQuestion = { ...baseQuestion, conversationId: conversationId ?? newConversationId };
  const preparing =
    reading && isPlain && objectIds.length === 0
      ? reading.then((background) => prepareEarly(deps, chosen, background, earlyQuestion))
      : null;
  preparing?.catch(() => {});
  const finished = (prepared: PreparedAnswer): PreparedAnswer => ({
    ...withParameters(prepared, input.parameters),
    isForAdmin: user.isAdmin,
  });
  const { sent, isRepeat } = await deps.generation.ask({
    questionId,
    newConversationId,
    userId,
    chosen,
    requestId,
    resumable: { timeZone, parameters: input.parameters },
    request: input,
    title: titleFromMessage(input.content.trim() || files[0]?.name || ''),
    attachments: files.map(({ id, name, type, size }) => ({ type, name, size, url: objectPath(id) })),
    objectIds,
    prepareEarly: async (question) => {
      // Another branch, or another message, may have become the last one in between.
      const isLast = (await reading)?.lastId === question.parentId;
      const prepared = isLast ? await preparing : null;
      return prepared && finished(prepared);
    },
    async prepare(question, signal) {
      const early = await reading;
      const isLast = early?.lastId === question.parentId;
      const ownFiles = input.replaces ? await filesOf(deps, questionId) : objectIds;
      const stored = { ...baseQuestion, ...question, objectIds: ownFiles };
      return finished(await prepareStored(deps, chosen, isLast ? early : null, stored, signal));
    },
  });
  // Readers have received the files of an edited message as not yet processed.
  if (input.replaces && sent.userMessage.attachments.length > 0) await publishAttachments(deps, sent.userMessage.id);
  return isRepeat || input.replaces ? withCurrentAttachments(deps, sent) : sent;
}

/**
 * Prepares the request while the message is stored, so that the model is called without delay. Null if files must be
 * searched, because they are found through the stored message.
 */
async function prepareEarly(
  deps: Deps,
  chosen: ChosenModel,
  background: Background,
  asked: Omit<Question, 'parentId'>,
): Promise<PreparedAnswer | null> {
  const { history, unreadMessages, lastId } = background;
  if (unreadMessages > 0 || history.some(({ hasFiles }) => hasFiles)) return null;
  return prepareRequest(deps, chosen, background, { ...asked, parentId: lastId }, new AbortController().signal);
}

async function prepareStored(
  deps: Deps,
  chosen: ChosenModel,
  early: Background | null,
  question: Question,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { userId, conversationId, parentId: lastId } = question;
  const background = early ?? (await readBackground(deps, userId, { lastId, conversationId }, windowOf(chosen)));
  return prepareRequest(deps, chosen, background, question, signal);
}

async function withCurrentAttachments(deps: Deps, sent: SentMessage): Promise<SentMessage> {
  const attachments = (await attachmentsOf(deps, [sent.userMessage.id])).get(sent.userMessage.id);
  return attachments ? { ...sent, userMessage: { ...sent.userMessage, attachments } } : sent;
}
