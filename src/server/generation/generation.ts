/**
 * The heart of qChat: answers that are never lost. Everything that starts, ends, saves or watches an answer goes
 * through here. It knows conversations only by id and never decides what is asked: features prepare the request.
 */
import type { Database } from '~/server/db/client';
import { shuttingDown } from '~/server/lib/errors';
import type { Logger } from '~/server/lib/logger';
import { awaitAtMost } from '~/server/lib/wait';
import type { LanguageModel } from '~/server/providers/llm/types';
import type { Bus } from '~/server/realtime/bus';
import { closeAbandoned, leaseSeconds, readAnswers, requestStop, restartTurn, saveCheckpoints } from './answer-store';
import { answerNotFound } from './generation.errors';
import { toChatMessage } from './message-row';
import { AnswerRun, interruptedError, type Prepare } from './run-answer';

const checkpointMs = 1000;
const reapMs = 5000;
/** How long the ends of answers may take to be stored when the process stops. */
const storingMs = 5000;

export interface GenerationSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  model: LanguageModel;
  /** This process, as leases name it. */
  processId: string;
  /** With the embedded database no other process can be writing. */
  isOnlyProcess: boolean;
  maxConcurrentAnswers: number;
}

export class Generation {
  private readonly runs = new Map<string, AnswerRun>();
  /** Questions being stored, whose answers are not launched yet. */
  private readonly accepting = new Set<Promise<unknown>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly unsubscribe: () => void;
  private isSaving = false;
  private reapFrom = 0;
  isDraining = false;
  private isClosed = false;

  constructor(readonly settings: GenerationSettings) {
    this.unsubscribe = settings.bus.subscribe(
      'answers',
      ({ messageId }) => void this.runs.get(messageId)?.end('stopped'),
    );
  }

  /** Closes what an earlier process left open, then keeps saving and looking. */
  async start(): Promise<void> {
    await this.reap(this.settings.isOnlyProcess);
    this.timers.push(setInterval(() => void this.checkpoint(), checkpointMs));
    this.timers.push(setInterval(() => void this.reapWhenDue(), reapMs));
  }

  /** The run that this process writes for a message, if it does. */
  local(messageId: string): AnswerRun | undefined {
    return this.runs.get(messageId);
  }

  /** Stores a question and launches its answer. Refused once draining has begun; until then, draining waits for both. */
  async accept<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDraining) throw shuttingDown();
    const accepted = work();
    this.accepting.add(accepted);
    try {
      return await accepted;
    } finally {
      this.accepting.delete(accepted);
    }
  }

  /** Starts writing an answer whose rows exist. Returns at once. */
  launch(
    turn: { userId: string; conversationId: string; messageId: string; attempt: number },
    prepare: Prepare,
  ): AnswerRun {
    const { db, bus, logger, model, processId: owner } = this.settings;
    const run = new AnswerRun({ db, bus, logger, model, owner }, turn, prepare);
    this.runs.set(turn.messageId, run);
    void run.ended.finally(() => {
      if (this.runs.get(turn.messageId) === run) this.runs.delete(turn.messageId);
    });
    if (this.isClosed) void run.end('interrupted');
    return run;
  }

  /** Takes an ended answer up again, with the same question. */
  async restart(userId: string, messageId: string) {
    const { db, processId: owner, maxConcurrentAnswers: maxConcurrent } = this.settings;
    return restartTurn(db, { userId, messageId, owner, maxConcurrent });
  }

  /** Keeps exactly the text so far. Asking twice, or too late, changes nothing. */
  async stop(userId: string, messageId: string): Promise<void> {
    const { db, bus } = this.settings;
    const own = this.runs.get(messageId);
    if (own && own.turn.userId === userId) return own.end('stopped');
    const known = await requestStop(db, userId, messageId);
    if (!known) throw answerNotFound();
    if (known.wasRunning) bus.publish('answers', { type: 'stop', messageId });
  }

  /** Ends the answers of a deleted conversation without a trace. */
  async dropConversation(conversationId: string): Promise<void> {
    await this.endWhere((run) => run.turn.conversationId === conversationId, 'gone');
  }

  /** Ends the answers of a person who was locked or deleted. */
  async endAccount(userId: string): Promise<void> {
    await this.endWhere((run) => run.turn.userId === userId, 'interrupted');
  }

  /**
   * Refuses new questions at once, lets accepted ones finish for a while, then stores the rest as interrupted. A
   * database that is away does not hold this up for long: what it could not take, the next process closes.
   */
  async drain(patienceMs: number): Promise<void> {
    this.isDraining = true;
    await awaitAtMost(patienceMs, this.idle());
    this.isClosed = true;
    await awaitAtMost(
      storingMs,
      this.endWhere(() => true, 'interrupted'),
    );
    if (this.runs.size > 0)
      this.settings.logger.warn({ answers: this.runs.size }, 'the ends of answers were not stored');
    for (const timer of this.timers) clearInterval(timer);
    this.unsubscribe();
  }

  private async idle(): Promise<void> {
    while (this.accepting.size + this.runs.size > 0)
      await Promise.allSettled([...this.accepting, ...[...this.runs.values()].map((run) => run.ended)]);
  }

  private async endWhere(matches: (run: AnswerRun) => boolean, reason: 'gone' | 'interrupted'): Promise<void> {
    await Promise.all([...this.runs.values()].filter(matches).map((run) => run.end(reason)));
  }

  /** One statement a second for all answers of this process, however many they are. */
  private async checkpoint(): Promise<void> {
    if (this.isSaving || this.runs.size === 0) return;
    this.isSaving = true;
    const { db, processId } = this.settings;
    try {
      const due = [...this.runs.values()].map((run) => ({ run, length: run.live.length }));
      const kept = await saveCheckpoints(
        db,
        processId,
        due.map(({ run, length }) => ({
          messageId: run.turn.messageId,
          attempt: run.turn.attempt,
          content: length > run.savedLength ? run.live.text : null,
        })),
      );
      for (const { run, length } of due) {
        const state = kept.get(run.turn.messageId);
        run.savedLength = length;
        // Known here even when the announcement was not heard, or was made before the answer began.
        if (state?.isLocked) void run.end('interrupted');
        else if (state?.stopRequested) void run.end('stopped');
        else if (!state && !run.live.finished) await this.lookAfter(run);
      }
    } catch (error) {
      this.log(error, 'saving checkpoints');
    } finally {
      this.isSaving = false;
    }
  }

  /** A run that lost its row ends: its conversation is gone, or another process took it for dead. */
  private async lookAfter(run: AnswerRun): Promise<void> {
    if (this.runs.get(run.turn.messageId) === run) void run.end('gone');
  }

  /** After a database was away its writers are given time to come back: their leases ran out while they could not renew them. */
  private async reapWhenDue(): Promise<void> {
    if (Date.now() < this.reapFrom) return;
    try {
      await this.reap(false);
    } catch (error) {
      this.reapFrom = Date.now() + leaseSeconds * 1000;
      this.log(error, 'reaping');
    }
  }

  private async reap(everyOther: boolean): Promise<void> {
    const { db, bus, processId, logger } = this.settings;
    const closed = await closeAbandoned(db, {
      owner: processId,
      everyOther,
      writing: [...this.runs.keys()],
      metadata: { processing: false, status: 'interrupted', error: interruptedError },
    });
    if (closed.length === 0) return;
    logger.warn({ answers: closed.length }, 'closed answers whose writer is gone as interrupted');
    const rows = await readAnswers(
      db,
      closed.map(({ messageId }) => messageId),
    );
    for (const { messageId, attempt, message } of rows) {
      bus.publish(`conversation:${message.conversationId}`, {
        type: 'finished',
        messageId,
        attempt,
        message: toChatMessage(message),
      });
    }
  }

  private log(error: unknown, doing: string): void {
    this.settings.logger.error({ err: error }, `${doing} failed; it is tried again`);
  }
}
