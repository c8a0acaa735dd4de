/**
 * The heart of qChat: answers that are never lost. Everything that starts, ends, saves or watches an answer goes
 * through here. It knows conversations only by id and never decides what is asked: features prepare the request.
 */

import type { Database } from '~/server/db/client';
import { shuttingDown } from '~/server/lib/errors';
import type { Logger } from '~/server/lib/logger';
import { awaitAtMost } from '~/server/lib/wait';
import type { Bus } from '~/server/realtime/bus';
import { type Checkpoint, readAnswers, requestStop, restartTurn, saveCheckpoints } from './answer-store';
import { answerNotFound } from './generation.errors';
import type { AnswerModel } from './library';
import { toChatMessage } from './message-row';
import { AnswerRun, interruptedError, type Prepare } from './run-answer';
import { beat, closeAbandoned, silentSeconds, tidyProcesses } from './silent-writers';

/** How often what is new in answers is stored: what a reader saw and a killed process loses is younger than this. */
const checkpointMs = 250;
/** How often answers with nothing new are looked at, too, and the least time between two rewrites of a whole text. */
const wholeMs = 1000;
/** A text is rewritten whole when it has grown by this factor, so that all its rewrites together cost a few texts. */
const wholeGrowth = 1.25;
/** How often a process says that it lives, and looks for processes that do not. */
const beatMs = 1000;
/** With the embedded database only answers whose call failed can be found. */
const reapAloneMs = 5000;
/** How long the ends of answers may take to be stored when the process stops. */
const storingMs = 5000;

export interface GenerationSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  model: AnswerModel;
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
  private isBeating = false;
  private allCheckedAt = 0;
  private beatAt = 0;
  /** Since when this process has said in time that it lives. */
  private steadySince = 0;
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
    const { db, isOnlyProcess, processId } = this.settings;
    if (!isOnlyProcess) {
      await beat(db, processId);
      this.steadySince = this.beatAt = performance.now();
    }
    await tidyProcesses(db);
    await this.reap(isOnlyProcess);
    this.timers.push(setInterval(() => void this.checkpoint(), checkpointMs));
    const look = () => void this.look().catch((error) => this.log(error, 'looking for silent processes'));
    this.timers.push(setInterval(look, isOnlyProcess ? reapAloneMs : beatMs));
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

  /** One statement for all answers of this process, however many they are. */
  private async checkpoint(): Promise<void> {
    if (this.isSaving || this.runs.size === 0) return;
    const now = performance.now();
    const isAll = now - this.allCheckedAt >= wholeMs;
    if (isAll) this.allCheckedAt = now;
    const due = [...this.runs.values()].filter((run) => isAll || run.live.length > run.savedLength);
    if (due.length === 0) return;
    this.isSaving = true;
    const { db, processId } = this.settings;
    try {
      const checkpoints = due.map((run) => checkpointOf(run, isAll));
      const lengths = due.map((run) => run.live.length);
      const kept = await saveCheckpoints(db, processId, checkpoints);
      for (const [index, run] of due.entries()) {
        const state = kept.get(run.turn.messageId);
        run.savedLength = lengths[index] as number;
        const { text } = checkpoints[index] as Checkpoint;
        if (text && 'whole' in text) run.wholeLength = run.savedLength;
        // Known here even when the announcement was not heard, or was made before the answer began.
        if (state?.isLocked) void run.end('interrupted');
        else if (state?.stopRequested) void run.end('stopped');
        else if (!state) await this.leave(run);
      }
    } catch (error) {
      this.log(error, 'saving checkpoints');
    } finally {
      this.isSaving = false;
    }
  }

  /** A run that lost its row ends, and its model's stream with it: its conversation is gone, or others closed it. */
  private async leave(run: AnswerRun): Promise<void> {
    const { messageId } = run.turn;
    if (this.runs.get(messageId) !== run) return;
    await run.end('gone');
    await this.publishEnds([messageId]);
  }

  /**
   * Says that this process lives, and closes the answers of those that do not. While the database was away, or this
   * process was paused, others could not say so either, or were not seen: they get as long as a silent process does.
   */
  private async look(): Promise<void> {
    const { db, processId, isOnlyProcess } = this.settings;
    if (isOnlyProcess) return this.reap(false);
    if (this.isBeating) return;
    this.isBeating = true;
    try {
      await beat(db, processId);
      const now = performance.now();
      if (now - this.beatAt > 2 * beatMs) this.steadySince = now;
      this.beatAt = now;
      if (now - this.steadySince >= silentSeconds * 1000) await this.reap(false);
    } finally {
      this.isBeating = false;
    }
  }

  private async reap(everyOther: boolean): Promise<void> {
    const { db, processId, logger } = this.settings;
    const closed = await closeAbandoned(db, {
      owner: processId,
      everyOther,
      writing: [...this.runs.keys()],
      metadata: { processing: false, status: 'interrupted', error: interruptedError },
    });
    if (closed.length === 0) return;
    logger.warn({ answers: closed.length }, 'closed answers whose writer is gone as interrupted');
    await this.publishEnds(closed.map(({ messageId }) => messageId));
  }

  private async publishEnds(messageIds: string[]): Promise<void> {
    const { db, bus } = this.settings;
    const rows = await readAnswers(db, messageIds);
    for (const { attempt, isRunning, ...row } of rows) {
      // It may have been retried since.
      if (isRunning) continue;
      const message = toChatMessage(row);
      bus.publish(`conversation:${message.conversationId}`, { type: 'finished', messageId: row.id, attempt, message });
    }
  }

  private log(error: unknown, doing: string): void {
    this.settings.logger.error({ err: error }, `${doing} failed; it is tried again`);
  }
}

function checkpointOf({ live, turn, savedLength, wholeLength }: AnswerRun, mayBeWhole: boolean): Checkpoint {
  const { messageId, attempt } = turn;
  if (live.length <= savedLength) return { messageId, attempt, text: null };
  const isWhole = savedLength === 0 || (mayBeWhole && live.length >= wholeLength * wholeGrowth);
  const text = isWhole ? { whole: live.text } : { place: savedLength, piece: live.textFrom(savedLength) };
  return { messageId, attempt, text };
}
