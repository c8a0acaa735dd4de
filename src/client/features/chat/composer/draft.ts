/** Drafts survive a reload; each conversation has its own, and so has the question that begins a new one. */
const key = (conversationId: string | undefined) => `draft:${conversationId ?? 'new'}`;

export function readDraft(conversationId: string | undefined): string {
  try {
    return localStorage.getItem(key(conversationId)) ?? '';
  } catch {
    // Storage may be forbidden; the draft then lasts as long as the page.
    return '';
  }
}

export function writeDraft(conversationId: string | undefined, text: string): void {
  try {
    if (text) localStorage.setItem(key(conversationId), text);
    else localStorage.removeItem(key(conversationId));
  } catch {
    // As above: forbidden or full storage must not stop anybody from typing.
  }
}

/** A text that could not be sent returns to the box, before whatever has been typed meanwhile. */
export function withFailed(text: string, sent: string): string {
  if (text.startsWith(sent)) return text;
  return text.trim() ? `${sent}\n\n${text}` : sent;
}

/** A text that was sent leaves the box, and what was typed after it stays. */
export function withoutSent(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
