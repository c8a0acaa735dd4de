import { createListeners } from './listeners';

/** An account's data in this browser. Other accounts never read it, and signing out removes it. */
const kinds = ['draft', 'files', 'model', 'queue', 'sending', 'upload'] as const;

export const accountKey = (kind: (typeof kinds)[number], userId: string, name: string): string =>
  `${kind}:${userId}:${name}`;

/** Texts that could not be stored, because storage is forbidden or full. They last until a reload. */
const notStored = new Map<string, string | null>();

/** Null if there is none. */
export function readText(key: string): string | null {
  // The stored text is older.
  const text = notStored.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const listeners = createListeners();

/** Calls the listener when a text was written, here or in another tab. */
export function subscribeToTexts(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  addEventListener('storage', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
  };
}

/** Null removes the text. */
export function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    notStored.delete(key);
  } catch {
    notStored.set(key, text);
  }
  listeners.notify();
}

/** Keys of earlier versions contain no account, so their owner is unknown. */
const withoutAccount = /^draft:[^:]*$/;

/**
 * Called after signing out, not when a session expires, so that the same user finds their data after signing in
 * again.
 */
export function forgetAccount(userId: string): void {
  removeWhere((key) => kinds.some((kind) => key.startsWith(accountKey(kind, userId, ''))) || withoutAccount.test(key));
}

/** Removes the unsent text and files of a conversation, and those of its messages. */
export function forgetConversation(userId: string, conversationId: string): void {
  removeWhere((key) => kinds.some((kind) => `${key}:`.startsWith(`${accountKey(kind, userId, conversationId)}:`)));
}

function removeWhere(isWanted: (key: string) => boolean): void {
  for (const key of notStored.keys()) if (isWanted(key)) notStored.delete(key);
  try {
    for (const key of Object.keys(localStorage)) if (isWanted(key)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden.
  }
}
