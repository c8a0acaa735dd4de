import { AppError } from '~/server/lib/errors';
import { formatDay } from '~/shared/figure-text';
import { utcDay } from '~/shared/utc-day';

/** The same message for missing and other users' conversations, so that they cannot be distinguished. */
export const conversationGone = () => new AppError('not_found', 'Conversation not found');
export const temporaryConversation = () => new AppError('conflict', "This isn't possible in a temporary conversation.");
export const projectNotFound = () => new AppError('not_found', 'Project not found');
/** For every kind of invalid URL. The usual cause is a draft that was open for longer than the sweeper keeps its files. */
export const attachmentsNotFound = (names: readonly string[]) => {
  const [label, them] = names.length > 1 ? ['Files', 'them'] : ['File', 'it'];
  const named = names.length > 0 ? `: ${names.join(', ')}` : '';
  const message = `${label} not found${named}. Unsent files are deleted after 7 days. Upload ${them} again.`;
  return new AppError('validation', message);
};
export const alreadyAttached = () =>
  new AppError('validation', 'This file is already attached to another message. Upload it again.');
/** `budget`: whose budget is used up, and its amount. Months are in UTC. */
export function budgetUsed(budget: { scope: 'user' | 'installation'; usd: string }, now = new Date()): AppError {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const whose =
    budget.scope === 'user'
      ? `Your AI budget of $${budget.usd} for this month`
      : "This service's AI budget for this month";
  return new AppError('budget_used', `${whose} is used up. It renews on ${formatDay(utcDay(next))} (UTC).`);
}
export const answerNotFound = () => new AppError('not_found', 'Message not found');
/** Copies of a shared answer, made by earlier versions, start with it. */
export const answerWithoutQuestion = () =>
  new AppError('conflict', "This answer has no question, so it can't be regenerated. Send a new message instead.");
export const answerInProgress = () => new AppError('conflict', 'This answer is already in progress.');
export const serverBusy = () =>
  new AppError('unavailable', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 1 });
export const tooManyConversations = (max: number) =>
  new AppError(
    'conflict',
    `You have ${max.toLocaleString('en-US')} conversations, which is the limit. Delete some to start a new one.`,
  );
export const tooManyMessages = (max: number) =>
  new AppError(
    'conflict',
    `You have ${max.toLocaleString('en-US')} messages, which is the limit. Delete conversations you no longer need.`,
  );
