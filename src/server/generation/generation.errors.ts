import { AppError } from '~/server/lib/errors';

/** The same words for absent and for another's: they must not be told apart. */
export const conversationGone = () => new AppError('not_found', 'Conversation not found');
export const answerNotFound = () => new AppError('not_found', 'Message not found');
export const notTheNewestAnswer = () =>
  new AppError('conflict', 'Only the newest answer of a conversation can be tried again.');
export const tooManyConversations = (most: number) =>
  new AppError(
    'conflict',
    `You have ${most.toLocaleString('en-US')} conversations, the most allowed. Delete some to start a new one.`,
  );
