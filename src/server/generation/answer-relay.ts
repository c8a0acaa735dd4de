/**
 * Sends the answers that this process generates to the processes that have subscribers for them, and to no others. A
 * process that mirrors an answer requests it over the bus and renews its request while it needs it. Everything new in
 * all the answers that it follows is sent to it as one signal, so the cost does not grow with the number of tokens.
 * Each process has its own position in each answer: after a gap it sends a new request with its position.
 */
import type { Bus } from '~/server/realtime/bus';
import type { AnswerPiece, ProcessSignal, TextRequest } from '~/server/realtime/events';
import type { LiveAnswer } from './live-answer';

/** How long new text waits to be batched. */
const gatherMs = 25;
/** How long a request is valid: a few renewals may be lost. */
const followMs = 4000;

export interface OwnAnswer {
  live: LiveAnswer;
  turn: { conversationId: string };
}

interface Follower {
  processId: string;
  /** Position of the follower: length of the text sent so far, and `progressSeq` of the progress. */
  length: number;
  progressSeq: number;
  until: number;
}

export class AnswerRelay {
  /** By answer id, then by process id. */
  private readonly followers = new Map<string, Map<string, Follower>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Bus,
    /** Finds an answer that this process generates. */
    private readonly find: (messageId: string) => OwnAnswer | undefined,
  ) {}

  follow({ messageId, attempt, from, processId, isRenewal }: TextRequest): void {
    const live = this.find(messageId)?.live;
    if (!live || live.attempt !== attempt || live.isOver) return;
    const processes = this.followers.get(messageId) ?? new Map<string, Follower>();
    this.followers.set(messageId, processes);
    const until = performance.now() + followMs;
    const known = processes.get(processId);
    if (known && isRenewal) known.until = until;
    else processes.set(processId, { processId, length: Math.min(from, live.length), progressSeq: 0, until });
    this.timer ??= setInterval(() => this.send([...this.followers.keys()]), gatherMs);
  }

  /** Sends the rest of an answer that is about to be stored as ended. */
  finish(messageId: string): void {
    if (!this.followers.has(messageId)) return;
    this.send([messageId]);
    this.followers.delete(messageId);
    this.rest();
  }

  close(): void {
    this.followers.clear();
    this.rest();
  }

  private send(messageIds: string[]): void {
    const now = performance.now();
    const signals = new Map<string, ProcessSignal['pieces']>();
    for (const messageId of messageIds) {
      const own = this.find(messageId);
      const processes = this.followers.get(messageId);
      for (const follower of processes?.values() ?? []) {
        if (!own || follower.until < now) processes?.delete(follower.processId);
        else {
          const pieces = signals.get(follower.processId) ?? [];
          signals.set(follower.processId, pieces);
          const { conversationId } = own.turn;
          for (const piece of newsFor(follower, own.live)) pieces.push({ conversationId, piece });
        }
      }
      if (processes?.size === 0) this.followers.delete(messageId);
    }
    for (const [processId, pieces] of signals)
      if (pieces.length > 0) this.bus.publish(`process:${processId}`, { pieces });
    this.rest();
  }

  private rest(): void {
    if (this.followers.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Returns what is new for a follower and advances its position. */
function newsFor(follower: Follower, live: LiveAnswer): AnswerPiece[] {
  const { messageId, attempt, activities, citations } = live;
  const about = { messageId, attempt };
  const pieces: AnswerPiece[] = [];
  if (live.progressSeq > follower.progressSeq) {
    follower.progressSeq = live.progressSeq;
    pieces.push({ ...about, type: 'progress', activities, citations });
  }
  if (live.length > follower.length) {
    const at = follower.length;
    follower.length = live.length;
    pieces.push({ ...about, type: 'text', at, text: live.textFrom(at) });
  }
  return pieces;
}
