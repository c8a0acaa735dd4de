/** Restarts the answer to a stored message: for its user, or after the process that wrote it has stopped. */
import type { Deps } from '~/server/deps';
import { readBackground } from '~/server/features/context/background';
import { isReport, prepareReportAgain } from '~/server/features/research/write-report';
import { attachmentsOf, filesOf } from '~/server/features/uploads/attachments';
import { sumOfUsage } from '~/server/features/usage/cost';
import type { PrepareQuestion } from '~/server/generation/generation';
import { answerNotFound } from '~/server/generation/generation.errors';
import type { OrphanedAnswer, ResumedAnswer } from '~/server/generation/hand-over-store';
import type { CatalogUser, ChosenModel } from '~/server/generation/model-catalog-types';
import type { PartialAnswer } from '~/server/generation/prepared-answer';
import { rewritten } from '~/server/generation/retry-store';
import type { Resumable } from '~/server/generation/turn';
import type { AnswerSources } from '~/shared/answer-sources';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { prepareRequest, windowOf } from './prepare-request';
import { withParameters } from './with-parameters';

interface Asked extends Resumable {
  chosen: ChosenModel;
  sources: AnswerSources | null;
  partial: PartialAnswer | undefined;
}

export function prepareAgain(
  deps: Deps,
  user: CatalogUser,
  { chosen, sources, partial, timeZone, parameters }: Asked,
): PrepareQuestion {
  const userId = user.id;
  return async (question, signal) => {
    const { parentId, questionId, conversationId } = question;
    const report = await prepareReportAgain(deps, userId, questionId, chosen);
    if (report) return { ...report, isForAdmin: user.isAdmin };
    const objectIds = await filesOf(deps, questionId);
    const place = { lastId: parentId, conversationId };
    const background = await readBackground(deps, userId, place, windowOf(chosen));
    const fullQuestion = { ...question, userId, objectIds, timeZone, sources, partial };
    const prepared = await prepareRequest(deps, chosen, background, fullQuestion, signal);
    return { ...withParameters(prepared, parameters), isForAdmin: user.isAdmin };
  };
}

/** The model with this id, or the default model if it is no longer available. */
export async function stillAvailable(
  deps: Deps,
  user: CatalogUser,
  modelId: string | null | undefined,
): Promise<ChosenModel> {
  const models = await deps.models.list(user);
  return models.find(({ id }) => id === modelId) ?? deps.models.choose(user);
}

/** Resumes an answer that another process left: continues its text, or restarts it if there is none. */
export async function resumeAnswer(
  deps: Deps,
  { userId, messageId, questionId, resumable }: OrphanedAnswer,
): Promise<ResumedAnswer> {
  const [stored, user] = await Promise.all([
    deps.db.message.findFirst({
      where: { id: messageId, conversation: { userId } },
      select: { id: true, content: true, metadata: true },
    }),
    deps.db.user.findUnique({ where: { id: userId }, select: { id: true, isAdmin: true } }),
  ]);
  const [row] = await deps.db.texts.openMessages(stored ? [stored] : []);
  if (!row || !user) throw answerNotFound();
  // The column contains what the generation has stored.
  const metadata = row.metadata as MessageMetadata;
  const chosen = await stillAvailable(deps, user, metadata.modelId);
  const sources = metadata.sources ?? null;
  const isContinued =
    row.content.trim() !== '' && chosen.model.isConnected && !(await isReport(deps, userId, questionId));
  // Its figures are not reviewed yet, as with any interrupted answer.
  const partial: PartialAnswer = isContinued
    ? { text: row.content, metadata: { ...metadata, status: 'interrupted' }, sumOfUsage }
    : rewritten(metadata);
  const attachments = (await attachmentsOf(deps, [questionId])).get(questionId) ?? [];
  return {
    chosen,
    sources,
    partial,
    attachments,
    prepare: prepareAgain(deps, user, {
      ...resumable,
      chosen,
      sources,
      partial: isContinued ? partial : undefined,
    }),
  };
}
