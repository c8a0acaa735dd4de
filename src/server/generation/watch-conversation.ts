import type { Logger } from '~/server/lib/logger';
import type { ConversationEvent } from '~/shared/schemas/messages';
import { keepCatchingUp } from './catch-up';
import { type ChannelSettings, ConversationChannel, type Reader } from './conversation-channel';
import type { LiveAnswer } from './live-answer';

/** An event with the id from which a reader that comes back can go on. */
export interface NumberedEvent {
  id: string;
  event: ConversationEvent;
}

export class ConversationWatchers {
  private readonly channels = new Map<string, ConversationChannel>();
  private stopCatchingUp: (() => void) | undefined;

  constructor(private readonly settings: ChannelSettings & { logger: Logger; isOnlyProcess: boolean }) {}

  /** The conversation's channel, made when nobody reads it yet. */
  channel(conversationId: string): ConversationChannel {
    let channel = this.channels.get(conversationId);
    if (!channel) {
      channel = new ConversationChannel(this.settings, conversationId, () => this.drop(conversationId));
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
    const { db, bus, logger, isOnlyProcess } = this.settings;
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

export interface WatchOptions {
  conversationId: string;
  lastEventId?: string | null | undefined;
  signal: AbortSignal;
  /** Waits while the reader is slower than the answer; nothing when there is no need to wait. */
  untilDrained?: (() => Promise<void> | undefined) | undefined;
}

/**
 * What happens in a conversation from now on, beginning with the answers being written: each from the offset in
 * `lastEventId`, or from its start. Ends when the signal aborts or the conversation is deleted. Whether the reader may
 * read it is decided by the caller. It can be iterated like any stream; `forEach` does without the promises that
 * every step of an iteration costs, for the transport that carries every token.
 */
export class ConversationEvents<Told> implements AsyncIterable<Told> {
  constructor(
    private readonly watchers: ConversationWatchers,
    private readonly options: WatchOptions,
    private readonly tell: Tell<Told>,
  ) {}

  async forEach(take: (told: Told) => void): Promise<void> {
    const { tell } = this;
    const visit = new Visit(this.watchers, this.options);
    const hand = (id: string, event: ConversationEvent) => take(tell(id, event));
    try {
      await visit.begin(hand);
      await new Promise<void>((resolve, reject) => {
        const goOn = () => {
          try {
            if (!visit.tellNews(hand)) return resolve();
            const drained = this.options.untilDrained?.();
            if (drained) drained.then(() => visit.onNews(goOn), reject);
            else visit.onNews(goOn);
          } catch (error) {
            reject(error);
          }
        };
        goOn();
      });
    } finally {
      visit.leave();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Told, void> {
    const { tell } = this;
    const visit = new Visit(this.watchers, this.options);
    const news: Told[] = [];
    const note = (id: string, event: ConversationEvent) => void news.push(tell(id, event));
    try {
      await visit.begin(note);
      while (visit.tellNews(note)) {
        yield* news.splice(0);
        await this.options.untilDrained?.();
        await new Promise<void>((resolve) => visit.onNews(resolve));
      }
      yield* news;
    } finally {
      visit.leave();
    }
  }
}

/** One reader's stay with a conversation, from joining its channel to leaving it. */
class Visit {
  private readonly reading: Reading;
  private readonly channel: ConversationChannel;
  private readonly leaveChannel: () => void;
  // Noted once: asking the signal costs as much as everything else that a token passes here.
  private isOver: boolean;

  constructor(
    watchers: ConversationWatchers,
    private readonly options: WatchOptions,
  ) {
    this.channel = watchers.channel(options.conversationId);
    this.reading = new Reading(options.lastEventId);
    this.leaveChannel = this.channel.join(this.reading);
    this.isOver = options.signal.aborted;
    options.signal.addEventListener('abort', this.end);
  }

  private readonly end = (): void => {
    this.isOver = true;
    this.reading.wake();
  };

  async begin(tell: Tell<void>): Promise<void> {
    await this.channel.ready;
    tell(this.reading.lastId, this.reading.ready());
  }

  /** False when there is nothing more to come. */
  tellNews(tell: Tell<void>): boolean {
    return !this.isOver && this.reading.tellNews(tell);
  }

  /** The end is news too. */
  onNews(goOn: () => void): void {
    this.reading.onNews(goOn);
  }

  leave(): void {
    this.options.signal.removeEventListener('abort', this.end);
    this.leaveChannel();
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
  onNews(goOn: () => void): void {
    if (this.isAwake) atNextTurn(goOn);
    else this.goOn = goOn;
  }

  ready(): ConversationEvent {
    const running = [...this.answers.values()].filter(({ finished, isGone }) => !finished && !isGone);
    return { type: 'ready', running: running.map(({ messageId, attempt }) => ({ messageId, attempt })) };
  }

  /** Tells everything that is new. False when nothing more can come, because the conversation is deleted. */
  tellNews(tell: Tell<void>): boolean {
    this.isAwake = false;
    if (this.happenings.length > 0) {
      for (const event of this.happenings.splice(0)) {
        tell(this.lastId, event);
        if (event.type === 'deleted') return false;
      }
    }
    for (const answer of this.answers.values()) this.tellNewsOf(answer, tell);
    return true;
  }

  private tellNewsOf(answer: LiveAnswer, tell: Tell<void>): void {
    const position = this.positionIn(answer);
    for (let event = nextOf(position); event; event = nextOf(position)) {
      this.lastId = `${answer.messageId}:${answer.attempt}:${position.offset}`;
      tell(this.lastId, event);
      if (event.type === 'finished') break;
    }
    if (answer.isGone) tell(this.lastId, this.ready());
    if (!answer.finished && !answer.isGone) return;
    this.positions.delete(answer.messageId);
    this.answers.delete(answer.messageId);
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

/** The next that a reader has not been told about an answer: of its progress, its text, its end. Moves the position. */
function nextOf(position: Position): ConversationEvent | undefined {
  const { answer } = position;
  const { messageId, attempt, seq } = answer;
  if (answer.isGone) return undefined;
  if (answer.progressSeq > position.progressSeq) {
    const { activities, citations } = answer;
    position.progressSeq = answer.progressSeq;
    return { type: 'progress', messageId, attempt, seq, activities, citations };
  }
  if (answer.length > position.offset) {
    const at = position.offset;
    position.offset = answer.length;
    return { type: 'text', messageId, attempt, seq, at, text: answer.textFrom(at) };
  }
  if (answer.finished) return { type: 'finished', messageId, attempt, seq, message: answer.finished };
  return undefined;
}

/** `<message>:<attempt>:<offset>`; anything else, such as 'start' or a forgery, is read as "from the beginning". */
function parseEventId(id: string | null | undefined): { messageId: string; attempt: number; offset: number } | null {
  const match = /^([0-9a-f-]{36}):(\d{1,9}):(\d{1,9})$/.exec(id ?? '');
  if (!match) return null;
  return { messageId: match[1] as string, attempt: Number(match[2]), offset: Number(match[3]) };
}
