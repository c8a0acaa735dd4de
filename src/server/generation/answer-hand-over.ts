/** Hands over this process's answers when it stops, and continues the answers of other stopping processes. */
import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import { pause } from '~/server/lib/wait';
import type { Bus } from '~/server/realtime/bus';
import type { Exchange } from '~/shared/schemas/messages';
import {
  claimOrphaned,
  countOrphaned,
  expire,
  hasOtherProcess,
  type OrphanedAnswer,
  type ResumedAnswer,
  resetForResume,
} from './hand-over-store';
import type { RunningAnswers } from './running-answers';
import type { Turn } from './turn';
import type { UsageLedger } from './usage-ledger-types';

/** How long another process has to take over an answer before it is closed as interrupted. */
const defaultTakeoverMs = 2000;
/** How often the database is polled for that. */
const pollMs = 100;

/** An answer whose rows exist. */
export type StoredTurn = Omit<Turn, 'conversationId' | 'messageId'> & Exchange;

/** Prepares the rest of an answer that was handed over, with its stored text. Throws if it cannot be continued. */
export type ResumeAnswer = (orphan: OrphanedAnswer) => Promise<ResumedAnswer>;

export interface HandOverSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  usage: UsageLedger;
  processId: string;
  isOnlyProcess: boolean;
  takeoverMs?: number;
  running: RunningAnswers;
  isStopping: () => boolean;
  start: (stored: StoredTurn, prepare: ResumedAnswer['prepare']) => void;
  closeExpired: () => Promise<void>;
}

export class AnswerHandOver {
  private resume: ResumeAnswer | undefined;
  private readonly unsubscribe: () => void;

  constructor(private readonly settings: HandOverSettings) {
    this.unsubscribe = settings.bus.subscribe('answers', (signal) => {
      if (signal.type !== 'handed-over') return;
      this.takeOver().catch((error) => settings.logger.error({ err: error }, 'failed to take over answers, retrying'));
    });
  }

  onTakeOver(resume: ResumeAnswer): void {
    this.resume = resume;
  }

  close(): void {
    this.unsubscribe();
  }

  /** Resolves when another process has taken over the answers of this one, or they are closed as interrupted. */
  async releaseAll(): Promise<void> {
    const { db, processId, isOnlyProcess, running, logger, takeoverMs = defaultTakeoverMs } = this.settings;
    try {
      if (isOnlyProcess || running.size === 0 || !(await hasOtherProcess(db, processId))) return;
      const messageIds = await running.handOver();
      if (messageIds.length === 0) return;
      const until = performance.now() + takeoverMs;
      let unclaimed = await countOrphaned(db, messageIds);
      while (unclaimed > 0 && performance.now() < until) {
        await pause(pollMs);
        unclaimed = await countOrphaned(db, messageIds);
      }
      logger.info(
        { answers: messageIds.length - unclaimed, left: unclaimed },
        'handed answers over to other processes',
      );
      if (unclaimed === 0) return;
      await this.closeNow(messageIds);
    } catch (error) {
      logger.warn({ err: error }, 'failed to hand answers over');
    }
  }

  /** Continues all answers that others have handed over. */
  async takeOver(): Promise<void> {
    const { db, processId, isStopping } = this.settings;
    const { resume } = this;
    if (!resume || isStopping()) return;
    const orphans = await claimOrphaned(db, processId);
    await Promise.all(orphans.map((orphan) => this.resumeAnswer(orphan, resume)));
  }

  private async resumeAnswer(orphan: OrphanedAnswer, resume: ResumeAnswer): Promise<void> {
    const { db, processId, usage, logger, start } = this.settings;
    const { userId, attempt, resumable, messageId } = orphan;
    try {
      const resumed = await resume(orphan);
      const { chosen, sources, partial, prepare } = resumed;
      const rows = await resetForResume(db, processId, orphan, resumed, usage.reservationFor('answer', chosen));
      const { requestId } = resumable;
      start({ userId, attempt, chosen, sources, partial, requestId, resumable, ...rows }, prepare);
      logger.info({ messageId, attempt }, 'took an answer over from another process');
    } catch (error) {
      logger.warn({ err: error, messageId }, 'an answer of another process cannot be continued');
      await this.closeNow([messageId]);
    }
  }

  private async closeNow(messageIds: readonly string[]): Promise<void> {
    const { db, processId, closeExpired } = this.settings;
    await expire(db, processId, messageIds);
    await closeExpired();
  }
}
