import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import type { ProcessState } from '~/server/lib/process-state';
import { withTimeLimit } from '~/server/lib/wait';
import type { Bus } from '~/server/realtime/bus';
import {
  closeAbandoned,
  deleteDeadProcesses,
  sendHeartbeat,
  silentSeconds,
  unregisterProcess,
} from './abandoned-answers';
import { interruptedError } from './answer-end';
import { answerKey } from './answer-key';
import type { RunningAnswers } from './running-answers';
import type { UsageLedger } from './usage-ledger-types';

const beatMs = 1000;
/** How long a stopping process waits for the database to delete its row. */
const leaveMs = 1000;
/** A single process sends no heartbeats; it only closes its own answers whose start failed. */
const soloReapMs = 5000;

export interface HeartbeatSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  running: RunningAnswers;
  usage: UsageLedger;
  processId: string;
  processState: ProcessState;
  isOnlyProcess: boolean;
  /** Called after each heartbeat, before the search for silent processes. */
  afterBeat(): Promise<void>;
}

/** Shows other processes that this one is alive, and closes the answers of dead processes. */
export class Heartbeat {
  private timer: NodeJS.Timeout | undefined;
  private isBeating = false;
  private isReaping = false;
  private lastBeat: Promise<unknown> = Promise.resolve();
  private lastHeartbeatAt = 0;
  /** Since when every heartbeat of this process has been on time. */
  private stableSince = 0;

  constructor(private readonly settings: HeartbeatSettings) {}

  /** First closes the answers that an earlier process left open. */
  async start(): Promise<void> {
    const { db, logger, isOnlyProcess } = this.settings;
    if (!isOnlyProcess) {
      await this.sendHeartbeat();
      this.stableSince = this.lastHeartbeatAt = performance.now();
    }
    await deleteDeadProcesses(db);
    await this.reap(isOnlyProcess);
    const tick = () =>
      void (isOnlyProcess ? this.reap(false) : this.beatAndReap()).catch((error) =>
        logger.error({ err: error }, 'failed to check for dead processes, retrying'),
      );
    this.timer = setInterval(tick, isOnlyProcess ? soloReapMs : beatMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    const { db, isOnlyProcess, processId, logger } = this.settings;
    if (isOnlyProcess) return;
    const left = this.lastBeat.then(() => unregisterProcess(db, processId));
    await withTimeLimit(
      leaveMs,
      left.catch((error) => logger.warn({ err: error }, 'could not remove the entry of this process')),
    );
  }

  /** Closes answers in this process's name that it does not generate. */
  async closeExpired(): Promise<void> {
    await this.reap(false);
  }

  private sendHeartbeat(): Promise<void> {
    const { db, processId, processState, running } = this.settings;
    const sent = sendHeartbeat(db, processId, processState, running.size);
    // A heartbeat after leaving would restore the row.
    this.lastBeat = sent.catch(() => {});
    return sent;
  }

  /** Only the heartbeat is awaited. Reaping may wait for a connection, and late heartbeats would let others close our answers. */
  private async beatAndReap(): Promise<void> {
    if (this.isBeating) return;
    this.isBeating = true;
    try {
      await this.sendHeartbeat();
    } finally {
      this.isBeating = false;
    }
    const now = performance.now();
    if (now - this.lastHeartbeatAt > 2 * beatMs) this.stableSince = now;
    this.lastHeartbeatAt = now;
    if (this.isReaping) return;
    this.isReaping = true;
    try {
      await this.settings.afterBeat();
      if (this.isStable) await this.reap(false);
    } finally {
      this.isReaping = false;
    }
  }

  /**
   * True if heartbeats were on time for a while. After a database outage or a pause of this process, other processes
   * get as long as a silent one before their answers are closed: their heartbeats could not be sent or seen.
   */
  private get isStable(): boolean {
    return performance.now() - this.stableSince >= silentSeconds * 1000;
  }

  private async reap(allOthers: boolean): Promise<void> {
    const { db, bus, processId, logger, running, usage } = this.settings;
    const closed = await closeAbandoned(db, {
      owner: processId,
      allOthers,
      writing: running.ids,
      metadata: { processing: false, status: 'interrupted', error: interruptedError },
    });
    if (closed.length === 0) return;
    logger.warn({ answers: closed.length }, 'marked abandoned answers as interrupted');
    await usage.closeAbandoned(closed.flatMap(usageKeys));
    await running.publishEnds(closed.map(({ messageId }) => messageId));
    for (const { conversationId, isSwitched } of closed)
      if (isSwitched) bus.publish(`conversation:${conversationId}`, { type: 'switched' });
  }
}

/** Usage may be reserved under an earlier attempt, so the keys of all attempts are released. */
const usageKeys = ({ messageId, attempt }: { messageId: string; attempt: number }) =>
  Array.from({ length: attempt }, (_, earlier) => answerKey({ messageId, attempt: earlier + 1 }));
