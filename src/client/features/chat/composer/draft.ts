import { type DraftPlace, draftKey as keyOf } from '~/client/lib/chat-draft';

export function readDraft(place: DraftPlace): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? adoptOlder(place);
  } catch {
    // Storage may be forbidden; the draft then lasts as long as the page.
    return '';
  }
}

/**
 * Earlier versions kept drafts without the account. The one of a conversation belongs to its owner, who alone can open
 * it. The one of a new chat could be anyone's, so it is dropped.
 */
function adoptOlder(place: DraftPlace): string {
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
    // As above: forbidden or full storage must not stop anybody from typing.
  }
}

/** A text that could not be sent returns to the box, before what has been typed since. */
export function withFailed(text: string, sent: string): string {
  if (text.startsWith(sent)) return text;
  return text.trim() ? `${sent}\n\n${text}` : sent;
}

/** A text that was sent leaves the box, and what was typed after it stays. */
export function withoutSent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
