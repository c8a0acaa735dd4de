import { accountKey } from './account-storage';

/** Drafts survive a reload. Each account has its own: one for each conversation and one for a new chat. */
export interface DraftPlace {
  userId: string;
  /** Undefined for a new chat. */
  conversationId: string | undefined;
}

export const draftKey = ({ userId, conversationId }: DraftPlace) =>
  accountKey('draft', userId, conversationId ?? 'new');

/** Puts a question into the box of a new chat, before what is already there. */
export function draftQuestion(userId: string, question: string): void {
  const key = draftKey({ userId, conversationId: undefined });
  try {
    const before = localStorage.getItem(key) ?? '';
    if (before.startsWith(question)) return;
    localStorage.setItem(key, before.trim() ? `${question}\n\n${before}` : question);
  } catch {
    // Storage may be forbidden: then the chat opens without the question.
  }
}
