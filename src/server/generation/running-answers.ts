/** The answers running on this process: starts them, saves their growing text, and ends them. */
import type { EndReason } from './answer-end';
import { AnswerRelay } from './answer-relay';
import { type Checkpoint, readAnswers, saveCheckpoints, saveShortened } from './answer-store';
import { answerInProgress } from './generation.errors';
import { toChatMessage } from './message-row';
import type { AnswerStart } from './prepared-answer';
import { reclaim, showReclaimed } from './reclaim-answer';
import { AnswerRun } from './run-answer';
import type { RunSettings } from './run-settings';
import type { Turn } from './turn';
import { untilStored } from './until-stored';

/** How often new text is stored. A killed process loses at most the text of the last interval. */
const checkpointMs = 250;
/** How often answers without new text are checked, and the minimum time between two rewrites of a whole text. */
const wholeMs = 1000;
/**
 * A text is rewritten as a whole when it has grown by this factor, so that all rewrites together cost only a few texts.
 */
const wholeGrowth = 4;

export class RunningAnswers {
  private readonly runs = new Map<string, AnswerRun>();
  private readonly relay: AnswerRelay;
  private readonly unsubscribe: () => void;
  private timer: NodeJS.Timeout | undefined;
  private isSaving = false;
  private allCheckedAt = 0;
  private isClosed = false;

  constructor(private readonly settings: Omit<RunSettings, 'beforeEnd'>) {
    this.relay = new AnswerRelay(settings.bus, (messageId) => this.runs.get(messageId));
    this.unsubscribe = settings.bus.subscribe('answers', (signal) => {
      if (signal.type === 'text-wanted') this.relay.follow(signal);
      else if (signal.type === 'stop') void this.runs.get(signal.messageId)?.end('stopped');
    });
  }

  startSaving(): void {
    this.timer = setInterval(() => void this.saveNewText(), checkpointMs);
  }

  /** Undefined if the answer is not running on this process. */
  get(messageId: string): AnswerRun | undefined {
    return this.runs.get(messageId);
  }

  /** Whether an answer in the user's conversation is running here; if so, the conversation exists and is the user's. */
  isWritingFor(userId: string, conversationId: string): boolean {
    for (const { turn, isStored } of this.runs.values())
      if (isStored && turn.conversationId === conversationId && turn.userId === userId) return true;
    return false;
  }

  /** Stops the user's answer. False if it isn't running here, or if another process may continue it. */
  async stop(userId: string, messageId: string): Promise<boolean> {
    const run = this.ofUser(userId, messageId);
    await run?.end('stopped');
    return run !== undefined && run.endReason !== 'handed-over';
  }

  /** An answer that another process has closed may still be written here, and be taken back. */
  async assertEnded(userId: string, messageId: string): Promise<void> {
    const run = this.ofUser(userId, messageId);
    if (run?.phase === 'writing') throw answerInProgress();
    await run?.ended;
  }

  private ofUser(userId: string, messageId: string): AnswerRun | undefined {
    const run = this.runs.get(messageId);
    return run?.turn.userId === userId ? run : undefined;
  }

  get ids(): string[] {
    return [...this.runs.keys()];
  }

  get size(): number {
    return this.runs.size;
  }

  /** Starts an answer whose rows exist, or will in a moment. Returns at once. */
  start(turn: Turn, how: AnswerStart): void {
    const beforeEnd = (messageId: string) => this.relay.finish(messageId);
    const run = new AnswerRun({ ...this.settings, beforeEnd }, turn, how);
    this.runs.set(turn.messageId, run);
    void run.ended.finally(() => {
      if (this.runs.get(turn.messageId) === run) this.runs.delete(turn.messageId);
      if (run.phase === 'lost') void this.publishLost(turn.messageId);
    });
    if (this.isClosed) void run.end('interrupted');
  }

  /** Resolves when the answers running now have ended. */
  async allEnded(): Promise<void> {
    await Promise.all([...this.runs.values()].map((run) => run.ended));
  }

  async endMatching(matches: (turn: Turn) => boolean, reason: EndReason): Promise<void> {
    const matching = [...this.runs.values()].filter((run) => matches(run.turn));
    await Promise.all(matching.map((run) => run.end(reason)));
  }

  /** Hands over the answers that other processes can continue; returns their ids. */
  async handOver(): Promise<string[]> {
    const runs = [...this.runs.values()].filter((run) => run.canBeHandedOver);
    await Promise.all(runs.map((run) => run.end('handed-over')));
    return runs.map(({ turn }) => turn.messageId);
  }

  /** Ends all answers as interrupted, including those that start from now on. */
  async interruptAll(): Promise<void> {
    this.isClosed = true;
    await this.endMatching(() => true, 'interrupted');
  }

  close(): void {
    clearInterval(this.timer);
    this.unsubscribe();
    this.relay.close();
  }

  /** Publishes the ends of answers that were closed in the database. */
  async publishEnds(messageIds: string[]): Promise<void> {
    const { db, bus } = this.settings;
    for (const { attempt, isRunning, ...row } of await readAnswers(db, messageIds)) {
      // It may have been retried since.
      if (isRunning) continue;
      const message = toChatMessage(row);
      bus.publish(`conversation:${message.conversationId}`, { type: 'finished', messageId: row.id, attempt, message });
    }
  }

  /** Saves all answers of this process with one statement. */
  private async saveNewText(): Promise<void> {
    if (this.isSaving || this.runs.size === 0) return;
    const now = performance.now();
    const isAll = now - this.allCheckedAt >= wholeMs;
    if (isAll) this.allCheckedAt = now;
    // Rows that are not committed yet would look deleted.
    const stored = [...this.runs.values()].filter((run) => run.isStored);
    const due = stored.filter((run) => isAll || run.live.length > run.savedLength || run.thoughts.hasRecalled);
    if (due.length === 0) return;
    this.isSaving = true;
    const { db, owner, logger } = this.settings;
    try {
      await Promise.all(due.map((run) => this.removeThoughts(run)));
      const saves = due.map((run) => ({ run, length: run.live.length, checkpoint: checkpointOf(run, isAll) }));
      const checkpoints = saves.map(({ checkpoint }) => checkpoint);
      const states = await saveCheckpoints(db, owner, checkpoints);
      for (const { run, length, checkpoint } of saves) {
        run.savedLength = length;
        if (checkpoint.text && 'whole' in checkpoint.text) run.wholeLength = length;
        const state = states.get(run.turn.messageId);
        // Found here even if the signal was missed, or was published before the answer started.
        if (state?.isLocked) void run.end('interrupted');
        else if (state?.stopRequested) void run.end('stopped');
        else if (!state) await this.keepOrAbandon(run);
      }
    } catch (error) {
      logger.error({ err: error }, 'failed to save checkpoints, retrying');
    } finally {
      this.isSaving = false;
    }
  }

  /** Removes text that turned out to be a thought from the stored answer, and from the pages of its readers. */
  private async removeThoughts(run: AnswerRun): Promise<void> {
    const { db, owner } = this.settings;
    const { messageId, attempt } = run.live;
    const recalled = run.phase === 'writing' ? run.thoughts.toRemove(run.live.text) : undefined;
    if (!recalled) return;
    const next = await saveShortened(db, owner, { messageId, attempt, text: recalled.rest });
    // Another process has closed it, which the next checkpoint finds, or its end was stored first.
    if (next === null || run.live.attempt !== attempt || run.live.isOver) return;
    run.thoughts.remove(run.live, next, recalled);
    run.savedLength = run.wholeLength = recalled.rest.length;
    this.publishRestart(run);
  }

  /** Takes back an answer that another process has closed. If that fails, ends its run and the request to its model. */
  private async keepOrAbandon(run: AnswerRun): Promise<void> {
    const { db, owner, bus, logger } = this.settings;
    const { messageId, conversationId } = run.turn;
    if (this.runs.get(messageId) !== run || run.phase !== 'writing') return;
    const attempt = await reclaim(db, owner, run.live);
    if (attempt === null) {
      await run.end('gone');
      return this.publishEnds([messageId]);
    }
    // Readers who received the early end get the whole text again, as a new attempt. It is also stored as a whole.
    run.live.restart(attempt);
    run.savedLength = run.wholeLength = 0;
    this.publishRestart(run);
    if (await showReclaimed(db, messageId)) bus.publish(`conversation:${conversationId}`, { type: 'switched' });
    logger.warn({ messageId }, 'reclaimed an answer that another process had marked as interrupted');
  }

  private publishRestart({ live: { messageId, attempt }, turn }: AnswerRun): void {
    this.settings.bus.publish(`conversation:${turn.conversationId}`, { type: 'restarted', messageId, attempt });
  }

  /** Readers on this process were not sent the end that another process has stored. */
  private async publishLost(messageId: string): Promise<void> {
    await untilStored(this.settings.logger, messageId, () => this.publishEnds([messageId]));
  }
}

function checkpointOf({ live, savedLength, wholeLength }: AnswerRun, mayBeWhole: boolean): Checkpoint {
  const { messageId, attempt } = live;
  if (live.length <= savedLength) return { messageId, attempt, text: null };
  const isWhole = savedLength === 0 || (mayBeWhole && live.length >= wholeLength * wholeGrowth);
  const text = isWhole ? { whole: live.text } : { place: savedLength, piece: live.textFrom(savedLength) };
  return { messageId, attempt, text };
}
