import type { Deps } from '~/server/deps';
import { readBackground } from '~/server/features/context/background';
import { chooseModel } from '~/server/features/projects/project-model';
import { attachmentsOf, filesOf } from '~/server/features/uploads/attachments';
import { claimAttachments, objectPath } from '~/server/features/uploads/uploads.service';
import { titleFromMessage } from '~/shared/schemas/conversations';
import type { SendMessageInput, SentMessage } from '~/shared/schemas/messages';
import type { ClaimedUpload } from '~/shared/schemas/uploads';
import { prepareRequest, windowOf } from './prepare-request';
import { withParameters } from './with-parameters';

/** See Generation.ask; claims the files attached to the question first. */
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
    // When a request is repeated, its files already belong to the message that it sent before.
    const earlier = await deps.generation.findAsked(userId, input);
    if (!earlier) throw error;
    return withCurrentAttachments(deps, earlier);
  }
  const objectIds = files.map(({ id }) => id);
  // Read while the question is stored; wasted only when the question is rejected.
  const reading = input.replaces ? null : readBackground(deps, userId, place, windowOf(chosen));
  reading?.catch(() => {});
  const { sent, isRepeat } = await deps.generation.ask({
    userId,
    chosen,
    requestId,
    request: input,
    title: titleFromMessage(input.content || files[0]?.name || ''),
    attachments: files.map(({ id, name, type, size }) => ({ type, name, size, url: objectPath(id) })),
    objectIds,
    async prepare(question, signal) {
      const { questionId, parentId } = question;
      const early = await reading;
      // Another branch, or another question, may have become the last one in between.
      const background =
        early && early.lastId === parentId
          ? early
          : await readBackground(
              deps,
              userId,
              { lastId: parentId, conversationId: question.conversationId },
              windowOf(chosen),
            );
      const ownFiles = input.replaces ? await filesOf(deps, questionId) : objectIds;
      const { timeZone, sources } = input;
      const asked = { ...question, userId, objectIds: ownFiles, timeZone, sources };
      const prepared = await prepareRequest(deps, chosen, background, asked, signal);
      return { ...withParameters(prepared, input.parameters), isForAdmin: user.isAdmin };
    },
  });
  return isRepeat || input.replaces ? withCurrentAttachments(deps, sent) : sent;
}

async function withCurrentAttachments(deps: Deps, sent: SentMessage): Promise<SentMessage> {
  const attachments = (await attachmentsOf(deps, [sent.userMessage.id])).get(sent.userMessage.id);
  return attachments ? { ...sent, userMessage: { ...sent.userMessage, attachments } } : sent;
}
