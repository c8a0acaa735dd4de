/**
 * Merges the events and reloaded rows of a conversation with the pages that were loaded once. Pure: whatever the order,
 * duplication or delay of events and rows, the result is the server's exact text. `clock` only counts what has been
 * applied, so that a row is recognized as stale if it was requested before a newer event arrived.
 */

import type { Citation } from '~/shared/schemas/citations';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { Activity, Attachment, ChatMessage } from '~/shared/schemas/messages';

interface Piece {
  at: number;
  text: string;
}

interface AnswerState {
  /** The last complete row; absent while only text has arrived. */
  row: ChatMessage | undefined;
  /** 0 while unknown. */
  attempt: number;
  isRunning: boolean;
  /** The text of this attempt from its start, without gaps. */
  content: string;
  /** Text received after a gap. */
  ahead: readonly Piece[];
  /** The running text from a row; shown while it is longer than `content`. */
  checkpoint: string;
  activities: Activity[] | undefined;
  citations: Citation[] | undefined;
  progressSeq: number;
  /** Changes of the files since the row was read, and the clock at that time. */
  attachments: { list: Attachment[]; since: number } | undefined;
  /** The clock when this attempt, or its end, was applied. */
  since: number;
  /** The message to render; remains the same object while it is unchanged. */
  view: ChatMessage | undefined;
}

export interface LiveState {
  clock: number;
  known: ReadonlyMap<string, AnswerState>;
  /** Increases whenever the newest rows must be reloaded. */
  rowsWanted: number;
}

export type LiveAction =
  | { type: 'events'; events: readonly ConversationEvent[] }
  /** `askedAt` is the state's clock when the request was sent. */
  | { type: 'rows'; rows: readonly ChatMessage[]; askedAt: number }
  | { type: 'retried'; message: ChatMessage; attempt: number };

export const emptyLiveState: LiveState = { clock: 0, known: new Map(), rowsWanted: 0 };

/** The state under construction; its `known` is a mutable copy. */
interface Draft extends LiveState {
  known: Map<string, AnswerState>;
}

export function liveReducer(state: LiveState, action: LiveAction): LiveState {
  const draft: Draft = { ...state, known: new Map(state.known) };
  if (action.type === 'events') {
    for (const event of action.events) {
      draft.clock += 1;
      applyEvent(draft, event);
    }
  } else {
    draft.clock += 1;
    if (action.type === 'retried') begin(draft, action.message.id, action.attempt, action.message);
    else for (const row of action.rows) applyRow(draft, row, action.askedAt);
  }
  return draft;
}

function applyEvent(draft: Draft, event: ConversationEvent): void {
  switch (event.type) {
    case 'ready':
      for (const { messageId, attempt } of event.running) begin(draft, messageId, attempt);
      // The rows contain everything that happened while disconnected.
      draft.rowsWanted += 1;
      return;
    case 'started':
      put(draft, event.userMessage.id, { ...blank(draft.clock), row: event.userMessage });
      begin(draft, event.assistantMessage.id, event.attempt, event.assistantMessage);
      return;
    case 'text': {
      const known = running(draft, event.messageId, event.attempt);
      if (known) put(draft, event.messageId, withText(draft, known, event));
      return;
    }
    case 'progress': {
      const known = running(draft, event.messageId, event.attempt);
      if (!known || event.seq < known.progressSeq) return;
      const { activities, citations, seq } = event;
      put(draft, event.messageId, { ...known, activities, citations, progressSeq: seq });
      return;
    }
    case 'finished':
    case 'checked': {
      const known = draft.known.get(event.messageId);
      const isRepeated = event.type === 'finished' && known?.attempt === event.attempt && !known.isRunning;
      if (isRepeated || (known && known.attempt > event.attempt)) return;
      put(draft, event.messageId, { ...blank(draft.clock), row: event.message, attempt: event.attempt });
      return;
    }
    case 'attachments': {
      const known = draft.known.get(event.messageId) ?? blank(0);
      put(draft, event.messageId, { ...known, attachments: { list: event.attachments, since: draft.clock } });
      return;
    }
    // Events of the conversation instead of one of its messages.
    case 'switched':
    case 'renamed':
    case 'deleted':
  }
}

function applyRow(draft: Draft, row: ChatMessage, askedAt: number): void {
  const known = draft.known.get(row.id);
  const isRunning = row.metadata.processing === true;
  const checkpoint = isRunning ? row.content : '';
  if (!known) {
    put(draft, row.id, { ...blank(draft.clock), row, isRunning, checkpoint });
  } else if (known.since > askedAt) {
    // Stale: read before this attempt or its end was applied. Only its author and time are used.
    if (!known.row) put(draft, row.id, { ...known, row });
  } else if (!isRunning) {
    const attachments = known.attachments && known.attachments.since > askedAt ? known.attachments : undefined;
    put(draft, row.id, { ...blank(draft.clock), row, attempt: known.attempt, attachments });
  } else if (known.isRunning) {
    // Read after this attempt began, so it may close a gap.
    const fits = known.ahead.length > 0 && row.content.startsWith(known.content);
    const content = fits && row.content.length > known.content.length ? row.content : known.content;
    const joined = drained({ ...known, row, checkpoint, content });
    put(draft, row.id, joined);
    // A row may be a second old, so request it again until the gap is closed.
    if (joined.ahead.length > 0) draft.rowsWanted += 1;
  } else {
    // Ended here but running in the row: it was retried, and the event has not arrived yet.
    put(draft, row.id, { ...blank(draft.clock), row, isRunning, checkpoint, attempt: known.attempt + 1 });
  }
}

function blank(since: number): AnswerState {
  return {
    row: undefined,
    attempt: 0,
    isRunning: false,
    content: '',
    ahead: [],
    checkpoint: '',
    activities: undefined,
    citations: undefined,
    progressSeq: -1,
    attachments: undefined,
    since,
    view: undefined,
  };
}

/** Starts an attempt if it is not older than the known one; otherwise only adds a missing row. */
function begin(draft: Draft, id: string, attempt: number, row?: ChatMessage): void {
  const known = draft.known.get(id);
  if (known && known.attempt >= attempt) {
    if (row && !known.row) put(draft, id, { ...known, row });
    return;
  }
  // Rows don't contain their attempt: a running one of unknown attempt belongs to this attempt, so keep its data.
  const isSame = known?.attempt === 0 && known.isRunning;
  put(draft, id, {
    ...blank(draft.clock),
    row: row ?? known?.row,
    attempt,
    isRunning: true,
    // A continued answer starts with the earlier text.
    checkpoint: isSame ? known.checkpoint : (row?.content ?? ''),
    activities: isSame ? known.activities : [],
    citations: isSame ? known.citations : [],
  });
  if (!row && !known?.row) draft.rowsWanted += 1;
}

/** The running answer that an event of this attempt belongs to; undefined if the event is stale. */
function running(draft: Draft, id: string, attempt: number): AnswerState | undefined {
  begin(draft, id, attempt);
  const known = draft.known.get(id);
  return known?.isRunning && known.attempt === attempt ? known : undefined;
}

function withText(draft: Draft, known: AnswerState, piece: Piece): AnswerState {
  if (piece.at > known.content.length) {
    draft.rowsWanted += 1;
    return { ...known, ahead: [...known.ahead, { at: piece.at, text: piece.text }] };
  }
  return drained({ ...known, content: extended(known.content, piece) });
}

/** Text only grows, so a piece that ends within the known text is a duplicate. */
function extended(content: string, { at, text }: Piece): string {
  return at + text.length <= content.length ? content : content.slice(0, at) + text;
}

/** Appends the text received after a gap once the gap is closed. */
function drained(known: AnswerState): AnswerState {
  if (known.ahead.length === 0) return known;
  let content = known.content;
  const ahead: Piece[] = [];
  for (const piece of [...known.ahead].sort((a, b) => a.at - b.at)) {
    if (piece.at > content.length) ahead.push(piece);
    else content = extended(content, piece);
  }
  return { ...known, content, ahead };
}

function put(draft: Draft, id: string, known: AnswerState): void {
  const before = draft.known.get(id);
  // Only the extracted text of its files can change in a question; a repeated event must not rerender it.
  if (before?.view?.role === 'user' && known.row && isSameFiles(before.view, shown(known.row, known))) return;
  draft.known.set(id, { ...known, view: known.row && shown(known.row, known) });
}

const isSameFiles = (before: ChatMessage, now: ChatMessage): boolean =>
  JSON.stringify(before.attachments) === JSON.stringify(now.attachments);

/** The row in its current state: a running answer has its live text and no trace of an earlier end. */
export function shown(row: ChatMessage, known: AnswerState): ChatMessage {
  if (!known.isRunning) return known.attachments ? { ...row, attachments: known.attachments.list } : row;
  const { status: _status, error: _error, ...metadata } = row.metadata;
  const isRowRunning = row.metadata.processing === true;
  return {
    ...row,
    content: known.content.length >= known.checkpoint.length ? known.content : known.checkpoint,
    metadata: {
      ...metadata,
      processing: true,
      activities: known.activities ?? (isRowRunning ? metadata.activities : []),
      citations: known.citations ?? (isRowRunning ? metadata.citations : []),
    },
  };
}
