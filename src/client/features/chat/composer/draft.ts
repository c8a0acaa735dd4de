import { type DraftPlace, draftKey as keyOf } from '~/client/lib/chat-draft';

export function readDraft(place: DraftPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? migrateOldDraft(place);
  } catch {
    // Storage may be forbidden; the draft then lasts until a reload.
    return '';
  }
}

/**
 * Earlier versions stored drafts without the account. A conversation's draft belongs to its owner, the only user who
 * can open it. The draft of a new chat could be anyone's, so it is dropped.
 */
function migrateOldDraft(place: DraftPlace): string {
  const older = `draft:${place.conversationId ?? 'new'}`;
  const text = localStorage.getItem(older);
  if (text === null) return '';
  localStorage.removeItem(older);
  if (!place.conversationId) return '';
  localStorage.setItem(keyOf(place), text);
  return text;
}

export function writeDraft(place: DraftPlace, text: string): void {
  try {
    if (text) localStorage.setItem(keyOf(place), text);
    else localStorage.removeItem(keyOf(place));
  } catch {
    // As above: forbidden or full storage must not prevent typing.
  }
}

/** Puts a text that could not be sent back into the box, before the text typed since then. */
export function withUnsentText(text: string, sent: string): string {
  if (text.startsWith(sent)) return text;
  return text.trim() ? `${sent}\n\n${text}` : sent;
}

/** Removes a sent text from the box, and keeps the text typed after it. */
export function withoutSent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
