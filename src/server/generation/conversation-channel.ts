/**
 * All this process knows of one conversation while somebody reads it: the answers being written – its own, and
 * mirrors of those another process writes – and a queue of what happened for each reader. Shared by the readers of
 * the conversation, made by the first, dropped by the last.
 */
import type { Database } from '~/server/db/client';
import type { Bus } from '~/server/realtime/bus';
import type { ConversationSignal } from '~/server/realtime/events';
import type { ChatMessage, ConversationEvent } from '~/shared/schemas/messages';
import { readAnswers } from './answer-store';
import { note, readBeginning, type Told } from './catch-up';
import { LiveAnswer } from './live-answer';
import { toChatMessage } from './message-row';
import type { RunningAnswers } from './running-answers';

/** How often mirrors are compared with the database: what makes Redis an accelerator and not the only way. */
const pollMs = 1000;
/** A mirror with a gap asks the writer at most this often. */
const wantedMs = 200;

type Happening = Extract<ConversationEvent, { type: 'started' | 'attachments' | 'renamed' | 'deleted' }>;

export interface Reader {
  happenings: Happening[];
  /** The answers this reader has still to be told about, by message id. */
  answers: Map<string, LiveAnswer>;
  wake(): void;
}

export interface ChannelSettings {
  db: Database;
  bus: Bus;
  running: RunningAnswers;
  maxConcurrentAnswers: number;
}

export class ConversationChannel {
  /** Resolves when the answers running at the start are known. */
  readonly ready: Promise<void>;
  /** What the readers know, for catching up with other processes. */
  readonly told: Told = { attempts: new Map() };
  private readonly running = new Map<string, LiveAnswer>();
  private readonly readers = new Set<Reader>();
  private readonly unsubscribe: () => void;
  private poll: NodeJS.Timeout | undefined;
  private isClosed = false;
  private wantedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly settings: ChannelSettings,
    private readonly conversationId: string,
    private readonly onEmpty: () => void,
  ) {
    // Subscribe first, read second: what happens in between arrives twice rather than never.
    this.unsubscribe = settings.bus.subscribe(`conversation:${conversationId}`, (signal) => this.hear(signal));
    this.ready = this.readRunning();
    this.ready.catch(() => {});
  }

  join(reader: Reader): () => void {
    this.readers.add(reader);
    for (const answer of this.running.values()) show(reader, answer);
    return () => {
      this.readers.delete(reader);
      for (const answer of reader.answers.values()) answer.offChange(reader.wake);
      if (this.readers.size === 0) this.close();
    };
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.unsubscribe();
    clearInterval(this.poll);
    this.onEmpty();
  }

  /** True when no reader has still to be told of an end. */
  get isTold(): boolean {
    const isOver = ({ finished, isGone }: LiveAnswer) => finished !== null || isGone;
    return [...this.readers].every(({ answers }) => ![...answers.values()].some(isOver));
  }

  hear(signal: ConversationSignal): void {
    switch (signal.type) {
      case 'started':
        this.follow(signal.assistantMessage.id, signal.attempt, '');
        this.tell(signal);
        break;
      case 'text':
        this.hearText(signal);
        break;
      case 'progress':
        this.mirror(signal.messageId, signal.attempt)?.progress(signal.activities, signal.citations);
        break;
      case 'finished': {
        const answer = this.follow(signal.messageId, signal.attempt, '');
        if (answer.attempt === signal.attempt) this.finish(answer, signal.message);
        break;
      }
      case 'text-wanted':
        this.repeatText(signal.messageId);
        break;
      case 'attachments':
      case 'renamed':
      case 'deleted':
        this.tell(signal);
    }
  }

  private tell(happening: Happening): void {
    for (const reader of this.readers) {
      reader.happenings.push(happening);
      reader.wake();
    }
  }

  /** Starts to follow an answer: the live one when it is written here, else a mirror that begins with `text`. */
  private follow(messageId: string, attempt: number, text: string): LiveAnswer {
    note(this.told, messageId, attempt);
    const known = this.running.get(messageId);
    if (known && known.attempt >= attempt && !known.isGone) return known;
    const own = this.settings.running.get(messageId)?.live;
    const answer = own?.attempt === attempt ? own : new LiveAnswer(messageId, attempt);
    if (answer !== own) answer.append(text);
    this.running.set(messageId, answer);
    for (const reader of this.readers) show(reader, answer);
    this.pollWhileMirroring();
    return answer;
  }

  private finish(answer: LiveAnswer, message: ChatMessage): void {
    answer.finish(message);
    this.running.delete(answer.messageId);
  }

  private mirror(messageId: string, attempt: number): LiveAnswer | null {
    const own = this.settings.running.get(messageId)?.live;
    if (own?.attempt === attempt) return null;
    return this.follow(messageId, attempt, '');
  }

  private hearText({ messageId, attempt, at, text }: Extract<ConversationSignal, { type: 'text' }>): void {
    const mirror = this.mirror(messageId, attempt);
    if (!mirror || mirror.attempt !== attempt) return;
    if (at > mirror.length) {
      if (performance.now() - this.wantedAt < wantedMs) return;
      this.wantedAt = performance.now();
      this.settings.bus.publish(`conversation:${this.conversationId}`, { type: 'text-wanted', messageId });
      return;
    }
    mirror.append(text.slice(mirror.length - at));
  }

  private repeatText(messageId: string): void {
    const run = this.settings.running.get(messageId);
    if (!run || run.live.finished) return;
    const { conversationId, attempt } = run.turn;
    this.settings.bus.publish(`conversation:${conversationId}`, {
      type: 'text',
      messageId,
      attempt,
      at: 0,
      text: run.live.text,
    });
  }

  private async readRunning(): Promise<void> {
    const { db, maxConcurrentAnswers } = this.settings;
    const running = await readBeginning(db, this.conversationId, this.told, maxConcurrentAnswers);
    for (const { messageId, attempt, content } of running) this.follow(messageId, attempt, content);
  }

  private get mirrors(): LiveAnswer[] {
    return [...this.running.values()].filter(
      (answer) => !answer.isGone && this.settings.running.get(answer.messageId)?.live !== answer,
    );
  }

  private pollWhileMirroring(): void {
    if (this.poll || this.mirrors.length === 0) return;
    this.poll = setInterval(() => {
      const mirrors = this.mirrors;
      if (mirrors.length > 0) return void this.compare(mirrors).catch(() => {});
      clearInterval(this.poll);
      this.poll = undefined;
    }, pollMs);
  }

  private async compare(mirrors: LiveAnswer[]): Promise<void> {
    const rows = await readAnswers(
      this.settings.db,
      mirrors.map(({ messageId }) => messageId),
    );
    for (const mirror of mirrors) {
      const row = rows.find(({ id }) => id === mirror.messageId);
      if (!row) mirror.vanish();
      else if (row.attempt > mirror.attempt) this.follow(row.id, row.attempt, row.content);
      else if (!row.isRunning) this.finish(mirror, toChatMessage(row));
      else mirror.append(row.content.slice(mirror.length));
    }
  }
}

function show(reader: Reader, answer: LiveAnswer): void {
  const earlier = reader.answers.get(answer.messageId);
  if (earlier === answer) return;
  earlier?.offChange(reader.wake);
  reader.answers.set(answer.messageId, answer);
  answer.onChange(reader.wake);
  reader.wake();
}
