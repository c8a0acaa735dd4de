/**
 * Distributes the events of one conversation to its subscribers on this process. It follows the running answers: the
 * live answer if this process generates it, otherwise a mirror that is updated over the bus and, if the bus loses
 * something, from the database.
 */
import type { Database } from '~/server/db/client';
import type { Bus } from '~/server/realtime/bus';
import type { AnswerPiece, ConversationSignal } from '~/server/realtime/events';
import type { ChatMessage } from '~/shared/schemas/messages';
import { readAnswers } from './answer-store';
import { LiveAnswer } from './live-answer';
import { toChatMessage } from './message-row';
import { markSeen, readRunningTurns, type SeenState } from './missed-events';
import type { RunningAnswers } from './running-answers';
import type { ConversationUpdate, Subscriber } from './subscriber';

/** How often mirrors are compared with the database, so that Redis is an optimization and not a requirement. */
const pollMs = 1000;
/** A mirror with a gap requests the text at most this often. */
const textRequestMs = 200;

export interface HubSettings {
  db: Database;
  bus: Bus;
  running: RunningAnswers;
  processId: string;
  maxConcurrentAnswers: number;
}

export class ConversationHub {
  /** Resolves when the answers running at the start are loaded. */
  readonly ready: Promise<void>;
  readonly seen: SeenState = { attempts: new Map() };
  private readonly answers = new Map<string, LiveAnswer>();
  /** The attempt whose end was delivered, by answer id. An end may be published twice. */
  private readonly endedAttempts = new Map<string, number>();
  private readonly subscribers = new Set<Subscriber>();
  private readonly unsubscribeBus: () => void;
  private poll: NodeJS.Timeout | undefined;
  private textRequestedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly settings: HubSettings,
    private readonly conversationId: string,
    private readonly onEmpty: () => void,
  ) {
    // Subscribe before reading: events in between arrive twice rather than never.
    this.unsubscribeBus = settings.bus.subscribe(`conversation:${conversationId}`, (signal) => this.receive(signal));
    this.ready = this.readRunning();
    // Every subscriber awaits it; an error after the last one has left must not crash the process.
    this.ready.catch(() => {});
  }

  subscribe(subscriber: Subscriber): void {
    this.subscribers.add(subscriber);
    for (const answer of this.answers.values()) subscriber.follow(answer);
  }

  unsubscribe(subscriber: Subscriber): void {
    if (!this.subscribers.delete(subscriber) || this.subscribers.size > 0) return;
    this.unsubscribeBus();
    clearInterval(this.poll);
    this.onEmpty();
  }

  get hasUnsentEnd(): boolean {
    return [...this.subscribers].some((subscriber) => subscriber.hasUnsentEnd);
  }

  receive(signal: ConversationSignal | AnswerPiece): void {
    switch (signal.type) {
      case 'started':
        this.requestText(this.follow(signal.assistantMessage.id, signal.attempt));
        this.publish(signal);
        break;
      case 'restarted':
        this.requestText(this.follow(signal.messageId, signal.attempt));
        break;
      case 'text':
        this.appendText(signal);
        break;
      case 'progress':
        this.mirror(signal.messageId, signal.attempt)?.progress(signal.activities, signal.citations);
        break;
      case 'finished': {
        if ((this.endedAttempts.get(signal.messageId) ?? 0) >= signal.attempt) break;
        // Another process considered this one dead and closed the answer, which is still written here.
        if (this.ownAnswer(signal.messageId, signal.attempt)?.isOver === false) break;
        const answer = this.follow(signal.messageId, signal.attempt);
        if (answer.attempt === signal.attempt) this.finish(answer, signal.message);
        break;
      }
      case 'attachments':
      case 'checked':
      case 'switched':
      case 'renamed':
      case 'deleted':
        this.publish(signal);
    }
  }

  private publish(update: ConversationUpdate): void {
    for (const subscriber of this.subscribers) subscriber.push(update);
  }

  /** Follows the answer at this attempt or a later one; a new mirror starts with `text`. */
  private follow(messageId: string, attempt: number, text = ''): LiveAnswer {
    markSeen(this.seen, messageId, attempt);
    const known = this.answers.get(messageId);
    if (known && known.attempt >= attempt && !known.isGone) return known;
    const answer = this.ownAnswer(messageId, attempt) ?? new LiveAnswer(messageId, attempt, text);
    this.answers.set(messageId, answer);
    for (const subscriber of this.subscribers) subscriber.follow(answer);
    this.pollWhileMirroring();
    return answer;
  }

  private finish(answer: LiveAnswer, message: ChatMessage): void {
    // The end may be found before the last text arrives: send subscribers the rest as text first.
    if (message.content.startsWith(answer.text)) answer.append(message.content.slice(answer.length));
    answer.finish(message);
    this.answers.delete(answer.messageId);
    this.endedAttempts.set(answer.messageId, answer.attempt);
  }

  /** The answer if this process generates it. */
  private ownAnswer(messageId: string, attempt: number): LiveAnswer | undefined {
    const own = this.settings.running.get(messageId)?.live;
    return own?.attempt === attempt ? own : undefined;
  }

  /** The mirror at exactly this attempt; undefined for an old attempt or an answer that this process generates. */
  private mirror(messageId: string, attempt: number): LiveAnswer | undefined {
    if (this.ownAnswer(messageId, attempt)) return undefined;
    const answer = this.follow(messageId, attempt);
    return answer.attempt === attempt ? answer : undefined;
  }

  private appendText({ messageId, attempt, at, text }: Extract<AnswerPiece, { type: 'text' }>): void {
    const mirror = this.mirror(messageId, attempt);
    if (!mirror) return;
    if (at <= mirror.length) mirror.append(text.slice(mirror.length - at));
    else this.requestRest(mirror);
  }

  private requestRest(mirror: LiveAnswer): void {
    if (performance.now() - this.textRequestedAt < textRequestMs) return;
    this.textRequestedAt = performance.now();
    this.requestText(mirror);
  }

  /**
   * Requests an answer's text from the process that generates it, from the mirror's position on. Does nothing for an
   * own answer.
   */
  private requestText(answer: LiveAnswer, { isRenewal = false } = {}): void {
    const { bus, processId } = this.settings;
    const { messageId, attempt, length: from, isOver } = answer;
    if (!bus.reachesOtherProcesses || isOver || this.ownAnswer(messageId, attempt) === answer) return;
    bus.publish('answers', { type: 'text-wanted', messageId, attempt, from, processId, isRenewal });
  }

  private async readRunning(): Promise<void> {
    const { db, maxConcurrentAnswers } = this.settings;
    const turns = await readRunningTurns(db, this.conversationId, this.seen, maxConcurrentAnswers);
    for (const { messageId, attempt, content } of turns) this.requestText(this.follow(messageId, attempt, content));
  }

  private get mirrors(): LiveAnswer[] {
    return [...this.answers.values()].filter(
      (answer) => !answer.isGone && this.ownAnswer(answer.messageId, answer.attempt) !== answer,
    );
  }

  private pollWhileMirroring(): void {
    if (this.poll || this.mirrors.length === 0) return;
    this.poll = setInterval(() => {
      const { mirrors } = this;
      for (const mirror of mirrors) this.requestText(mirror, { isRenewal: true });
      // The next comparison finds what a failed one missed.
      if (mirrors.length > 0) return void this.compare(mirrors).catch(() => {});
      clearInterval(this.poll);
      this.poll = undefined;
    }, pollMs);
  }

  private async compare(mirrors: LiveAnswer[]): Promise<void> {
    const ids = mirrors.map(({ messageId }) => messageId);
    const rows = await readAnswers(this.settings.db, ids);
    for (const mirror of mirrors) {
      // While the rows were read, its end may have arrived over the bus, or another attempt.
      if (this.answers.get(mirror.messageId) !== mirror) continue;
      const row = rows.find(({ id }) => id === mirror.messageId);
      if (!row) mirror.markDeleted();
      else if (row.attempt > mirror.attempt) this.requestText(this.follow(row.id, row.attempt, row.content));
      else if (!row.isRunning) this.finish(mirror, toChatMessage(row));
      else mirror.append(row.content.slice(mirror.length));
    }
  }
}
