import type { ConversationEvent } from '~/shared/schemas/messages';
import { keepCatchingUp } from './catch-up';
import { ConversationChannel, type Reader } from './conversation-channel';
import type { Generation } from './generation';
import type { LiveAnswer } from './live-answer';

/** An event with the id from which a reader that comes back can go on. */
export interface NumberedEvent {
  id: string;
  event: ConversationEvent;
}

export class ConversationWatchers {
  private readonly channels = new Map<string, ConversationChannel>();
  private stopCatchingUp: (() => void) | undefined;

  constructor(private readonly generation: Generation) {}

  /** The conversation's channel, made when nobody reads it yet. */
  channel(conversationId: string): ConversationChannel {
    let channel = this.channels.get(conversationId);
    if (!channel) {
      channel = new ConversationChannel(this.generation, conversationId, () => this.drop(conversationId));
      this.channels.set(conversationId, channel);
      this.catchUp();
    }
    return channel;
  }

  /** Waits until every reader on this process has been told the ends of the answers there were, or for a while. */
  async settle(patienceMs: number): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline && [...this.channels.values()].some((channel) => !channel.isTold)) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  private drop(conversationId: string): void {
    this.channels.delete(conversationId);
    if (this.channels.size > 0) return;
    this.stopCatchingUp?.();
    this.stopCatchingUp = undefined;
  }

  private catchUp(): void {
    const { db, bus, logger, isOnlyProcess } = this.generation.settings;
    if (isOnlyProcess) return;
    this.stopCatchingUp ??= keepCatchingUp({
      db,
      channels: this.channels,
      hearsOthers: () => bus.hearsOtherProcesses(),
      onError: (error) => logger.warn({ err: error }, 'conversations could not be compared with the database'),
    });
  }

  get size(): number {
    return this.channels.size;
  }
}

/** How an event is handed on; a transport numbers events in its own way. */
type Tell<Told> = (id: string, event: ConversationEvent) => Told;

/**
 * What happens in a conversation from now on, beginning with the answers being written: each from the offset in
 * `lastEventId`, or from its start. Ends when `signal` aborts or the conversation is deleted. Whether the reader may
 * read it is decided by the caller. One generator and not several in each other: each would cost every token again.
 */
export async function* watchConversation<Told>(
  watchers: ConversationWatchers,
  options: {
    conversationId: string;
    lastEventId?: string | null | undefined;
    signal: AbortSignal;
    /** Waits while the reader is slower than the answer; nothing when there is no need to wait. */
    untilDrained?: (() => Promise<void> | undefined) | undefined;
  },
  tell: Tell<Told>,
): AsyncGenerator<Told> {
  const { signal, untilDrained } = options;
  const channel = watchers.channel(options.conversationId);
  const reading = new Reading(options.lastEventId);
  const leave = channel.join(reading);
  // Noted once: asking the signal costs as much as everything else that a token passes here.
  let isOver = signal.aborted;
  const end = () => {
    isOver = true;
    reading.wake();
  };
  signal.addEventListener('abort', end);
  try {
    await channel.ready;
    yield tell(reading.lastId, reading.ready());
    while (!isOver) {
      for (const { id, event } of reading.takeNews()) {
        yield tell(id, event);
        if (event.type === 'deleted') return;
      }
      const drained = untilDrained?.();
      if (drained) await drained;
      // The end is news too.
      await reading.untilNews();
    }
  } finally {
    signal.removeEventListener('abort', end);
    leave();
  }
}

/** What a reader has been told of one answer. */
interface Position {
  answer: LiveAnswer;
  offset: number;
  progressSeq: number;
}

/** One reader of a conversation: what there is to tell, and how far the telling has come. */
class Reading implements Reader {
  readonly happenings: Reader['happenings'] = [];
  readonly answers: Reader['answers'] = new Map();
  lastId: string;
  private readonly positions = new Map<string, Position>();
  private readonly resumed: ReturnType<typeof parseEventId>;
  private isAwake = false;
  private goOn: (() => void) | undefined;

  constructor(lastEventId: string | null | undefined) {
    this.lastId = lastEventId || 'start';
    this.resumed = parseEventId(lastEventId);
  }

  readonly wake = (): void => {
    this.isAwake = true;
    if (this.goOn) atNextTurn(this.goOn);
    this.goOn = undefined;
  };

  /** One turn of the event loop later: at once when the server is idle, with all that came meanwhile when it is not. */
  untilNews(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isAwake) atNextTurn(resolve);
      else this.goOn = resolve;
    });
  }

  ready(): ConversationEvent {
    const running = [...this.answers.values()].filter(({ finished, isGone }) => !finished && !isGone);
    return { type: 'ready', running: running.map(({ messageId, attempt }) => ({ messageId, attempt })) };
  }

  takeNews(): NumberedEvent[] {
    this.isAwake = false;
    const news: NumberedEvent[] = [];
    for (const event of this.happenings.splice(0)) news.push({ id: this.lastId, event });
    for (const [messageId, answer] of this.answers) {
      const position = this.positionIn(answer);
      for (const event of newsOf(position)) {
        this.lastId = `${messageId}:${answer.attempt}:${position.offset}`;
        news.push({ id: this.lastId, event });
      }
      if (answer.isGone) news.push({ id: this.lastId, event: this.ready() });
      if (!answer.finished && !answer.isGone) continue;
      this.positions.delete(messageId);
      this.answers.delete(messageId);
    }
    return news;
  }

  private positionIn(answer: LiveAnswer): Position {
    const known = this.positions.get(answer.messageId);
    if (known?.answer === answer) return known;
    const { resumed } = this;
    const isResumed = resumed?.messageId === answer.messageId && resumed.attempt === answer.attempt;
    const position = { answer, offset: isResumed ? Math.min(resumed.offset, answer.length) : 0, progressSeq: 0 };
    this.positions.set(answer.messageId, position);
    return position;
  }
}

const due: (() => void)[] = [];

/** All readers that have news go on together: one turn of the event loop serves a thousand as it serves one. */
function atNextTurn(goOn: () => void): void {
  if (due.push(goOn) > 1) return;
  setImmediate(() => {
    for (const next of due.splice(0)) next();
  });
}

/** Everything about an answer that its reader has not been told, in at most three events. Moves the position. */
function newsOf(position: Position): ConversationEvent[] {
  const { answer } = position;
  const { messageId, attempt, seq } = answer;
  if (answer.isGone) return [];
  const events: ConversationEvent[] = [];
  if (answer.progressSeq > position.progressSeq) {
    const { activities, citations } = answer;
    events.push({ type: 'progress', messageId, attempt, seq, activities, citations });
    position.progressSeq = answer.progressSeq;
  }
  if (answer.length > position.offset) {
    events.push({ type: 'text', messageId, attempt, seq, at: position.offset, text: answer.textFrom(position.offset) });
    position.offset = answer.length;
  }
  if (answer.finished) events.push({ type: 'finished', messageId, attempt, seq, message: answer.finished });
  return events;
}

/** `<message>:<attempt>:<offset>`; anything else, such as 'start' or a forgery, is read as "from the beginning". */
function parseEventId(id: string | null | undefined): { messageId: string; attempt: number; offset: number } | null {
  const match = /^([0-9a-f-]{36}):(\d{1,9}):(\d{1,9})$/.exec(id ?? '');
  if (!match) return null;
  return { messageId: match[1] as string, attempt: Number(match[2]), offset: Number(match[3]) };
}
