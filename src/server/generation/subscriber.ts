import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { LiveAnswer } from './live-answer';

/** Events that are passed on unchanged. Events of an answer come from a cursor. */
export type ConversationUpdate = Extract<
  ConversationEvent,
  { type: 'started' | 'attachments' | 'checked' | 'switched' | 'renamed' | 'deleted' }
>;

/** Converts an event; `id` is the position from which a reconnecting client resumes. */
export type ToEvent<Event> = (id: string, event: ConversationEvent) => Event;

/**
 * One subscriber of a conversation. It keeps a position in each running answer instead of a queue of text, so a slow
 * client costs no memory and receives everything new as one event.
 */
export class Subscriber {
  private readonly updates: ConversationUpdate[] = [];
  private readonly cursors = new Map<string, AnswerCursor>();
  private readonly resumed: AnswerPosition | null;
  private lastId: string;
  private hasNews = false;
  private resume: (() => void) | undefined;
  isClosed = false;

  constructor(lastEventId: string | null | undefined) {
    this.lastId = lastEventId || 'start';
    this.resumed = parseEventId(lastEventId);
  }

  push(update: ConversationUpdate): void {
    this.updates.push(update);
    this.wake();
  }

  /** Follows an answer; a new attempt replaces the earlier one. */
  follow(answer: LiveAnswer): void {
    const known = this.cursors.get(answer.messageId);
    if (known?.answer === answer) return;
    known?.answer.offChange(this.wake);
    const { resumed } = this;
    const isResumed = resumed?.messageId === answer.messageId && resumed.attempt === answer.attempt;
    this.cursors.set(answer.messageId, new AnswerCursor(answer, isResumed ? resumed.offset : 0));
    answer.onChange(this.wake);
    this.wake();
  }

  readonly close = (): void => {
    this.isClosed = true;
    for (const { answer } of this.cursors.values()) answer.offChange(this.wake);
    this.wake();
  };

  /** Whether an answer has ended and the client has not received its end yet. */
  get hasUnsentEnd(): boolean {
    return [...this.cursors.values()].some(({ answer }) => answer.isOver);
  }

  /** Resolves when there are new events, or the subscriber is closed. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      if (this.hasNews) atNextTurn(resolve);
      else this.resume = resolve;
    });
  }

  /** The first event of every connection. */
  takeReady<Event>(toEvent: ToEvent<Event>): Event {
    return toEvent(this.lastId, this.ready());
  }

  /** All events since the last call. Closes the subscriber if the conversation was deleted. */
  takeNews<Event>(toEvent: ToEvent<Event>): Event[] {
    this.hasNews = false;
    const events: Event[] = [];
    for (const update of this.updates.splice(0)) {
      events.push(toEvent(this.lastId, update));
      if (update.type !== 'deleted') continue;
      this.close();
      return events;
    }
    for (const cursor of this.cursors.values())
      this.advance(cursor, (event) => events.push(toEvent(this.lastId, event)));
    return events;
  }

  private advance(cursor: AnswerCursor, emit: (event: ConversationEvent) => void): void {
    const { answer } = cursor;
    for (let event = cursor.next(); event; event = cursor.next()) {
      this.lastId = cursor.id;
      emit(event);
      if (event.type === 'finished') break;
    }
    if (!answer.isOver) return;
    if (answer.isGone) emit(this.ready());
    answer.offChange(this.wake);
    this.cursors.delete(answer.messageId);
  }

  private ready(): ConversationEvent {
    const running = [...this.cursors.values()].filter(({ answer }) => !answer.isOver);
    return {
      type: 'ready',
      running: running.map(({ answer: { messageId, attempt } }) => ({ messageId, attempt })),
    };
  }

  private readonly wake = (): void => {
    this.hasNews = true;
    if (this.resume) atNextTurn(this.resume);
    this.resume = undefined;
  };
}

/** The client's position in one answer. */
class AnswerCursor {
  private offset: number | undefined;
  private progressSeq = 0;
  private attempt: number;

  constructor(
    readonly answer: LiveAnswer,
    private readonly resumedOffset: number,
  ) {
    this.attempt = answer.attempt;
  }

  get id(): string {
    return `${this.answer.messageId}:${this.answer.attempt}:${this.offset}`;
  }

  /** The next event (progress before text before the end) or undefined. Advances the cursor, except past the end. */
  next(): ConversationEvent | undefined {
    const { answer } = this;
    const { messageId, attempt, seq } = answer;
    if (answer.isGone) return undefined;
    if (attempt !== this.attempt) {
      this.attempt = attempt;
      this.offset = this.progressSeq = 0;
    }
    // An offset beyond the text is forged or ahead of this process: the reader gets the whole text.
    this.offset ??= this.resumedOffset <= answer.length ? this.resumedOffset : 0;
    if (answer.progressSeq > this.progressSeq) {
      const { activities, citations } = answer;
      this.progressSeq = answer.progressSeq;
      return { type: 'progress', messageId, attempt, seq, activities, citations };
    }
    if (answer.length > this.offset) {
      const at = this.offset;
      this.offset = answer.length;
      return { type: 'text', messageId, attempt, seq, at, text: answer.textFrom(at) };
    }
    return answer.finished ? { type: 'finished', messageId, attempt, seq, message: answer.finished } : undefined;
  }
}

interface AnswerPosition {
  messageId: string;
  attempt: number;
  offset: number;
}

/** `<message>:<attempt>:<offset>`. Anything else, such as 'start' or a forged id, means the beginning. */
function parseEventId(id: string | null | undefined): AnswerPosition | null {
  const match = /^([0-9a-f-]{36}):(\d{1,9}):(\d{1,9})$/.exec(id ?? '');
  if (!match) return null;
  return { messageId: match[1] as string, attempt: Number(match[2]), offset: Number(match[3]) };
}

const due: (() => void)[] = [];

/**
 * All subscribers with news resume together in the next turn of the event loop: at once on an idle server, with
 * everything that has arrived until then on a busy one.
 */
function atNextTurn(resume: () => void): void {
  if (due.push(resume) > 1) return;
  setImmediate(() => {
    for (const next of due.splice(0)) next();
  });
}
