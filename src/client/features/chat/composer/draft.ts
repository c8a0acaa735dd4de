import { readText, writeText } from '~/client/lib/account-storage';
import { type DraftPlace, draftKey as keyOf, sendingKey } from '~/client/lib/chat-draft';

export function readDraft(place: DraftPlace): string {
  try {
    return readText(keyOf(place)) ?? migrateOldDraft(place);
  } catch {
    // Storage is forbidden.
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

export const writeDraft = (place: DraftPlace, text: string) => writeText(keyOf(place), text || null);

/** A text that was sent, until the server is known to have it. */
export interface Sending {
  content: string;
  /** The last question of the conversation when it was sent. */
  lastQuestionId?: string | undefined;
  /** Whether the box shows it again, at its start: sending failed, or the page was reopened since. */
  isShown?: boolean;
}

export interface Draft {
  text: string;
  sending?: Sending | undefined;
}

/** Opens a draft. A sent text that the server is not known to have is put back into the box. */
export function openDraft(place: DraftPlace): Draft {
  const draft = storedDraft(place);
  return draft.sending ? unsent(draft, draft.sending.content) : draft;
}

export function storedDraft(place: DraftPlace): Draft {
  const draft: Draft = { text: readDraft(place) };
  try {
    const sending: Sending | null = JSON.parse(readText(sendingKey(place)) ?? 'null');
    if (typeof sending?.content === 'string') draft.sending = sending;
  } catch {
    // Not written by this version.
  }
  return draft;
}

export function storeDraft(place: DraftPlace, { text, sending }: Draft): void {
  writeDraft(place, text);
  writeText(sendingKey(place), sending ? JSON.stringify(sending) : null);
}

/** The user edits the text. A sent text that was put back and is edited no longer counts as sent. */
export function typed({ sending }: Draft, text: string): Draft {
  return { text, sending: sending?.isShown && !text.startsWith(sending.content) ? undefined : sending };
}

/** A text leaves the box, but stays in storage until the server has it. */
export const sent = ({ text }: Draft, content: string, lastQuestionId?: string): Draft => ({
  text: withoutSent(text, content),
  sending: { content, lastQuestionId },
});

/** A text could not be sent, so it returns to the box. */
export function unsent(draft: Draft, content: string): Draft {
  const text = withUnsentText(draft.text, content);
  return draft.sending?.content === content
    ? { text, sending: { ...draft.sending, isShown: true } }
    : typed(draft, text);
}

/** The server has the text, so it is removed from the box if it was put back there. */
export function delivered({ text, sending }: Draft, content: string): Draft {
  if (sending?.content !== content) return { text, sending };
  return { text: sending.isShown ? withoutSent(text, content) : text };
}

/** The text of a message with only files is empty, so every text begins with it. */
const beginsWith = (text: string, sent: string) => !sent || text === sent || text.startsWith(`${sent}\n\n`);

/** Puts a text that could not be sent back into the box, before the text typed since then. */
export function withUnsentText(text: string, sent: string): string {
  if (beginsWith(text, sent)) return text;
  return text.trim() ? `${sent}\n\n${text}` : sent;
}

/** Removes a sent text from the box, and keeps the text typed after it. */
export function withoutSent(text: string, sent: string): string {
  return beginsWith(text, sent) ? text.slice(sent.length).trimStart() : text;
}
