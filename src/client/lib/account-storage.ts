/** What one account keeps in this browser. Other accounts on the same browser never read it, and signing out removes it. */
const kinds = ['draft', 'files', 'model', 'queue', 'upload'] as const;

export const accountKey = (kind: (typeof kinds)[number], userId: string, name: string): string =>
  `${kind}:${userId}:${name}`;

/** Keys that earlier versions wrote without an account; nothing tells whose text they hold. */
const withoutAccount = /^draft:[^:]*$/;

/** After signing out. An expired session keeps everything: the same user finds it after signing in again. */
export function forgetAccount(userId: string): void {
  removeWhere((key) => kinds.some((kind) => key.startsWith(accountKey(kind, userId, ''))) || withoutAccount.test(key));
}

/** What was typed and attached in a conversation, and not sent. */
export function forgetConversation(userId: string, conversationId: string): void {
  removeWhere((key) => kinds.some((kind) => key === accountKey(kind, userId, conversationId)));
}

function removeWhere(isWanted: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isWanted(key)) localStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; then nothing was kept.
  }
}
