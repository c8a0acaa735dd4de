/** How an answer ended, and the metadata that records it. */
import { AppError } from '~/server/lib/errors';
import type { Logger } from '~/server/lib/logger';
import { ModelError } from '~/server/providers/llm/types';
import { pageKey } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, AnswerStatus, MessageMetadata } from '~/shared/schemas/messages';

/** Why a run was ended from outside. */
export type EndReason = 'stopped' | 'interrupted' | 'gone' | 'handed-over';

/** This process is no longer responsible for the answer. */
export const isOrphaned = (reason: EndReason | null): boolean => reason === 'gone' || reason === 'handed-over';

export const interruptedError = {
  code: 'interrupted',
  message: 'This answer was interrupted before it was finished.',
};

interface End {
  reason: EndReason | null;
  error: MessageMetadata['error'] | undefined;
  citations: readonly Citation[];
  activities: readonly Activity[];
}

export function endMetadata({ reason, error, citations, activities }: End): MessageMetadata {
  const done = activities
    .filter(({ kind }) => kind !== 'thinking')
    .map((activity) => ({ ...activity, state: 'done' as const }));
  const status = statusOf(reason, error);
  return {
    status,
    ...(status === 'failed' && error && { error }),
    ...(status === 'interrupted' && { error: interruptedError }),
    ...citedSources(citations),
    ...(done.length > 0 && { activities: done }),
  };
}

const safeFields = ['processing', 'status', 'modelId', 'sources', 'isAboutInvestments', 'hasUnconfirmedFigures'];

/** The metadata without values of models and web pages, for a database that rejects one of them. Its sources are lost. */
export function safeMetadata(metadata: MessageMetadata): MessageMetadata {
  const { error } = metadata;
  return {
    ...Object.fromEntries(Object.entries(metadata).filter(([name]) => safeFields.includes(name))),
    ...(error && { error: { code: error.code, message: error.message } }),
    hasUnknownSources: true,
  };
}

/** The user's own files are cited too, but are not sources of Live Search. */
export function citedSources(citations: readonly Citation[]): Pick<MessageMetadata, 'citations' | 'numSourcesUsed'> {
  const sources = new Set(citations.flatMap(({ url }) => (url ? pageKey(url) : [])));
  return {
    ...(citations.length > 0 && { citations: [...citations] }),
    ...(sources.size > 0 && { numSourcesUsed: sources.size }),
  };
}

function statusOf(reason: EndReason | null, error: unknown): AnswerStatus {
  if (reason === 'stopped') return 'stopped';
  if (reason !== null) return 'interrupted';
  return error ? 'failed' : 'complete';
}

/** The error as users see it. Only administrators see the provider's own message; the log always contains it. */
export function readableError(
  failure: unknown,
  { logger, messageId, isForAdmin }: { logger: Logger; messageId: string; isForAdmin: boolean },
): NonNullable<MessageMetadata['error']> {
  if (failure instanceof ModelError) {
    const { code, message, hint, reason, cause } = failure;
    logger.warn({ err: failure, cause, hint, reason, messageId }, 'the model failed');
    const why = reason ?? hint;
    return { code, message, ...(isForAdmin && why && { reason: why }) };
  }
  if (failure instanceof AppError && failure.code === 'budget_used') {
    const { code, message } = failure;
    return { code, message };
  }
  logger.error({ err: failure, messageId }, 'an answer failed');
  return { code: 'internal', message: 'Something went wrong. Try again.' };
}
