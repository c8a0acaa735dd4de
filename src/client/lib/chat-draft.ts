import { accountKey, readText, writeText } from './account-storage';

/**
 * Where a draft is stored, so that it survives a reload: each account has one per conversation and one for a new
 * chat.
 */
export interface DraftPlace {
  userId: string;
  /** Undefined for a new chat. */
  conversationId: string | undefined;
}

export const draftKey = ({ userId, conversationId }: DraftPlace) =>
  accountKey('draft', userId, conversationId ?? 'new');

/** Where a text is stored while it is being sent. */
export const sendingKey = ({ userId, conversationId }: DraftPlace) =>
  accountKey('sending', userId, conversationId ?? 'new');

/** Inserts a question into the draft of a new chat, before existing text. */
export function draftQuestion(userId: string, question: string): void {
  const key = draftKey({ userId, conversationId: undefined });
  const before = readText(key) ?? '';
  if (!before.startsWith(question)) writeText(key, before.trim() ? `${question}\n\n${before}` : question);
}
