/** An account's data in this browser. Other accounts never read it, and signing out removes it. */
const kinds = ['draft', 'files', 'model', 'queue', 'sending', 'upload'] as const;

export const accountKey = (kind: (typeof kinds)[number], userId: string, name: string): string =>
  `${kind}:${userId}:${name}`;

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
  try {
    for (const key of Object.keys(localStorage)) if (isWanted(key)) localStorage.removeItem(key);
  } catch {
    // If storage is not available, nothing was stored.
  }
}
