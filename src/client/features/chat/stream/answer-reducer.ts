/**
 * What the socket and re-read rows tell about a conversation, laid over the pages that were loaded once.
 * Pure: events and rows in any order, doubled, late or cut by a reconnect, end in the server's exact text.
 * It knows no React, no network and no time; `clock` only counts what has been applied, so that a row that was
 * asked for before something was learned is recognised as older than it.
 */

import type { Citation } from '~/shared/schemas/citations';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { Activity, Attachment, ChatMessage } from '~/shared/schemas/messages';

interface Piece {
  at: number;
  text: string;
}

interface Known {
  /** The last whole row; absent while only text has been heard of. */
  row: ChatMessage | undefined;
  /** 0 while unknown: rows do not carry their attempt. */
  attempt: number;
  isRunning: boolean;
  /** The text of this attempt from its first character on. */
  content: string;
  /** Text that came after something missing. */
  ahead: readonly Piece[];
  /** What a row said of the running text: shown while it is ahead of `content`. */
  checkpoint: string;
  activities: Activity[] | undefined;
  citations: Citation[] | undefined;
  progressSeq: number;
  /** What has been heard of the files since the row was read, and the clock when it was. */
  attachments: { list: Attachment[]; since: number } | undefined;
  /** The clock when this attempt, or its end, was learned. */
  since: number;
  /** The message to show; the same object until something of it changes. */
  view: ChatMessage | undefined;
}

export interface LiveState {
  clock: number;
  known: ReadonlyMap<string, Known>;
  /** Rises whenever the newest rows have to be read again. */
  rowsWanted: number;
}

export type LiveAction =
  | { type: 'events'; events: readonly ConversationEvent[] }
  /** `askedAt` is the state's clock when the request left. */
  | { type: 'rows'; rows: readonly ChatMessage[]; askedAt: number }
  | { type: 'retried'; message: ChatMessage; attempt: number };

export const emptyLiveState: LiveState = { clock: 0, known: new Map(), rowsWanted: 0 };

/** A state being built: `known` is a copy of its own that may be written to. */
interface Draft extends LiveState {
  known: Map<string, Known>;
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
      // Whatever happened while nobody listened is in the rows.
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
    // About the conversation, not about one of its messages.
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
    // Read before this attempt, or its end, was known here: it can only tell who wrote the message and when.
    if (!known.row) put(draft, row.id, { ...known, row });
  } else if (!isRunning) {
    const attachments = known.attachments && known.attachments.since > askedAt ? known.attachments : undefined;
    put(draft, row.id, { ...blank(draft.clock), row, attempt: known.attempt, attachments });
  } else if (known.isRunning) {
    // Read after this attempt began: it closes a gap, if there is one.
    const fits = known.ahead.length > 0 && row.content.startsWith(known.content);
    const content = fits && row.content.length > known.content.length ? row.content : known.content;
    const joined = drained({ ...known, row, checkpoint, content });
    put(draft, row.id, joined);
    // A row may be a second old: the gap is asked for until it is closed.
    if (joined.ahead.length > 0) draft.rowsWanted += 1;
  } else {
    // Ended here, running there: somebody retried it, and the event is still on its way.
    put(draft, row.id, { ...blank(draft.clock), row, isRunning, checkpoint, attempt: known.attempt + 1 });
  }
}

function blank(since: number): Known {
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

/** A running answer of at least this attempt; older news changes nothing but a missing row. */
function begin(draft: Draft, id: string, attempt: number, row?: ChatMessage): void {
  const known = draft.known.get(id);
  if (known && known.attempt >= attempt) {
    if (row && !known.row) put(draft, id, { ...known, row });
    return;
  }
  // The attempt of a row that is being written is not known; this is its number, unless it was ended.
  const isSame = known?.attempt === 0 && known.isRunning;
  put(draft, id, {
    ...blank(draft.clock),
    row: row ?? known?.row,
    attempt,
    isRunning: true,
    // A continued answer begins with the text of the earlier one.
    checkpoint: isSame ? known.checkpoint : (row?.content ?? ''),
    activities: isSame ? known.activities : [],
    citations: isSame ? known.citations : [],
  });
  if (!row && !known?.row) draft.rowsWanted += 1;
}

/** The answer an event of this attempt belongs to; undefined when the event is old news. */
function running(draft: Draft, id: string, attempt: number): Known | undefined {
  begin(draft, id, attempt);
  const known = draft.known.get(id);
  return known?.isRunning && known.attempt === attempt ? known : undefined;
}

function withText(draft: Draft, known: Known, piece: Piece): Known {
  if (piece.at > known.content.length) {
    draft.rowsWanted += 1;
    return { ...known, ahead: [...known.ahead, { at: piece.at, text: piece.text }] };
  }
  return drained({ ...known, content: extended(known.content, piece) });
}

/** Text only grows: what ends inside the known text is a repetition. */
function extended(content: string, { at, text }: Piece): string {
  return at + text.length <= content.length ? content : content.slice(0, at) + text;
}

/** Joins what had come after a gap, once the gap is closed. */
function drained(known: Known): Known {
  if (known.ahead.length === 0) return known;
  let content = known.content;
  const ahead: Piece[] = [];
  for (const piece of [...known.ahead].sort((a, b) => a.at - b.at)) {
    if (piece.at > content.length) ahead.push(piece);
    else content = extended(content, piece);
  }
  return { ...known, content, ahead };
}

function put(draft: Draft, id: string, known: Known): void {
  const before = draft.known.get(id);
  // Nothing of a question changes but what was read from its files: hearing of it again must not draw it again.
  if (before?.view?.role === 'user' && known.row && isSameFiles(before.view, shown(known.row, known))) return;
  draft.known.set(id, { ...known, view: known.row && shown(known.row, known) });
}

const isSameFiles = (before: ChatMessage, now: ChatMessage): boolean =>
  JSON.stringify(before.attachments) === JSON.stringify(now.attachments);

/** The row as it stands now: a running answer shows its live text and none of the marks of an earlier end. */
export function shown(row: ChatMessage, known: Known): ChatMessage {
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
