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

/** What a reader has been told of one answer. */
interface Position {
  answer: LiveAnswer;
  offset: number;
  progressSeq: number;
}

/**
 * What happens in a conversation from now on, beginning with the answers being written: each from the offset in
 * `lastEventId`, or from its start. Ends when `signal` aborts or the conversation is deleted. Whether the reader may
 * read it is decided by the caller.
 */
export async function* watchConversation(
  watchers: ConversationWatchers,
  options: {
    conversationId: string;
    lastEventId?: string | null | undefined;
    signal: AbortSignal;
    /** Waits while the reader is slower than the answer. */
    untilDrained?: (() => Promise<void>) | undefined;
  },
): AsyncGenerator<NumberedEvent> {
  const { signal } = options;
  const channel = watchers.channel(options.conversationId);
  let wake = () => {};
  let isAwake = false;
  const reader: Reader = {
    happenings: [],
    answers: new Map(),
    wake() {
      isAwake = true;
      wake();
    },
  };
  const leave = channel.join(reader);
  signal.addEventListener('abort', reader.wake);
  try {
    await channel.ready;
    yield* read();
  } finally {
    signal.removeEventListener('abort', reader.wake);
    leave();
  }

  async function* read(): AsyncGenerator<NumberedEvent> {
    const positions = new Map<string, Position>();
    const resume = parseEventId(options.lastEventId);
    let lastId = options.lastEventId || 'start';
    const running = () =>
      [...reader.answers.values()]
        .filter(({ finished, isGone }) => !finished && !isGone)
        .map(({ messageId, attempt }) => ({ messageId, attempt }));

    yield { id: lastId, event: { type: 'ready', running: running() } };
    while (!signal.aborted) {
      isAwake = false;
      for (let next = reader.happenings.shift(); next; next = reader.happenings.shift()) {
        yield { id: lastId, event: next };
        if (next.type === 'deleted') return;
      }
      for (const answer of [...reader.answers.values()]) {
        let position = positions.get(answer.messageId);
        if (position?.answer !== answer) {
          const isResumed = resume?.messageId === answer.messageId && resume.attempt === answer.attempt;
          position = { answer, offset: isResumed ? Math.min(resume.offset, answer.length) : 0, progressSeq: 0 };
          positions.set(answer.messageId, position);
        }
        for (const event of news(position)) {
          lastId = `${answer.messageId}:${answer.attempt}:${position.offset}`;
          yield { id: lastId, event };
        }
        if (answer.isGone) yield { id: lastId, event: { type: 'ready', running: running() } };
        if (!answer.finished && !answer.isGone) continue;
        positions.delete(answer.messageId);
        // While the last event was being sent, a Retry may have put its successor here.
        if (reader.answers.get(answer.messageId) === answer) reader.answers.delete(answer.messageId);
      }
      await options.untilDrained?.();
      if (!isAwake && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      // One turn of the event loop: at once when the server is idle, everything that came meanwhile when it is not.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Everything about an answer that its reader has not been told, in at most three events. Moves the position. */
function news(position: Position): ConversationEvent[] {
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
