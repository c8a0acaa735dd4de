import { AppError } from '~/server/lib/errors';

/** The same text for missing and for another user's, so that they cannot be distinguished. */
export const conversationGone = () => new AppError('not_found', 'Conversation not found');
export const answerNotFound = () => new AppError('not_found', 'Message not found');
export const notTheNewestAnswer = () => new AppError('conflict', 'You can only retry the latest answer.');
export const tooManyConversations = (most: number) =>
  new AppError(
    'conflict',
    `You have ${most.toLocaleString('en-US')} conversations, which is the limit. Delete some to start a new one.`,
  );
