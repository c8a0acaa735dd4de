/**
 * A persistent job queue in one database table, for the embedded database and a server. It handles leases, retries,
 * order and capacity; features define the work. A process claims jobs when it has capacity, so no job's data is in
 * memory before it runs. Polling is rare: a job added here wakes this process, other processes are woken over the bus,
 * and a slow poll finds jobs that were missed.
 */
import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import { withTimeLimit } from '~/server/lib/wait';
import type { Bus } from '~/server/realtime/bus';
import type { AnyJobKind, JobKind } from './job-kind';
import {
  type ClaimedJob,
  claimJobs,
  expectStop,
  insertJob,
  releaseLapsed,
  renewLeases,
  runJobSoon,
  runMisdatedJobs,
  untilNextDue,
} from './job-store';
import { type JobMetrics, type Outcome, runJob } from './run-job';

/** Without renewal for this long, a job's process counts as dead. */
const leaseMs = 8000;
const renewMs = 2000;
/** Interval of the poll for jobs of dead processes, and for jobs whose wake-up signal was lost. */
const intervalMs = { alone: 60_000, shared: 3000 };
/** Interval of the search for recurring jobs that wait because of a clock that was ahead. */
const misdatedMs = 10 * 60_000;
/** How long a stopping process waits for jobs that it has aborted. */
const releaseMs = 3000;

export interface JobQueueSettings {
  db: Database;
  bus: Bus;
  logger: Logger;
  metrics: JobMetrics;
  processId: string;
  /** No other process uses this database: jobs that were running at the start have lost their process. */
  isOnlyProcess: boolean;
  /** For tests: how far the clock is ahead of the database's. */
  aheadMs?: () => number;
}

export interface JobQueueStart<Needs> {
  kinds: readonly AnyJobKind<Needs>[];
  /** Dependencies passed to each job. */
  needs: Needs;
  /** Whether to add the recurring jobs, which run in one process at a time. */
  recurring: boolean;
}

interface RunningJob {
  kind: string;
  control: AbortController;
  ended: Promise<void>;
}

export class JobQueue {
  private readonly running = new Map<string, RunningJob>();
  private byKind = new Map<string, AnyJobKind>();
  private needs: unknown;
  private timer: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;
  private state: 'new' | 'open' | 'closing' = 'new';
  private polling: Promise<void> | undefined;
  /** Something changed during a poll, so its result may be out of date. */
  private isPollDue = false;
  private lapsedAt = Number.NEGATIVE_INFINITY;
  private misdatedAt = Number.NEGATIVE_INFINITY;
  private polledAt: number | undefined;
  /** Since when every poll has been on time and successful. */
  private stableSince = Number.NEGATIVE_INFINITY;
  private unsubscribe: (() => void) | undefined;

  constructor(private readonly settings: JobQueueSettings) {}

  /** Starts processing. Jobs can be added before. */
  async start<Needs>({ kinds, needs, recurring }: JobQueueStart<Needs>): Promise<void> {
    const { db, isOnlyProcess, bus } = this.settings;
    this.byKind = new Map(kinds.map((kind) => [kind.kind, kind as AnyJobKind]));
    this.needs = needs;
    this.state = 'open';
    if (isOnlyProcess) await releaseLapsed(db, { kinds: this.kindNames(), all: true, except: [], aheadMs: 0 });
    if (recurring) {
      for (const { kind, everyMs } of kinds) {
        if (everyMs !== undefined)
          await insertJob(db, { kind, key: kind, userId: null, payload: {}, delayMs: 0, again: false });
      }
    }
    this.unsubscribe = bus.subscribe('jobs', () => this.wake());
    this.wake();
  }

  /**
   * Adds a job and returns whether it is new: for each kind and key, at most one job waits. To add one in the same
   * statement as the change that requires it, call the SQL function enqueue_job() there and wake() afterwards.
   */
  async enqueue<Payload>(
    kind: JobKind<never, Payload>,
    payload: Payload,
    options: { key: string; userId?: string; delayMs?: number; again?: boolean },
  ): Promise<boolean> {
    const { key, userId = null, delayMs = 0, again = false } = options;
    const checked = kind.payload.parse(payload);
    const isNew = await insertJob(this.settings.db, {
      kind: kind.kind,
      key,
      userId,
      payload: checked,
      delayMs,
      again,
    });
    if (isNew) this.wake();
    return isNew;
  }

  /** Makes a recurring job run soon instead of at its next time. */
  async runSoon({ kind }: Pick<AnyJobKind, 'kind'>, delayMs = 0): Promise<void> {
    await runJobSoon(this.settings.db, kind, delayMs);
    this.wake();
  }

  /** A job may be due: polls at once, or again after the current poll. */
  wake(): void {
    if (this.state !== 'open') return;
    this.isPollDue = true;
    this.polling ??= this.poll().finally(() => {
      this.polling = undefined;
      // Woken after the poll had ended, but before this ran.
      if (this.isPollDue) this.wake();
    });
  }

  /** Resolves when no job is running here and none is due. */
  async settled(): Promise<void> {
    this.wake();
    while (this.polling || this.running.size > 0) {
      await this.polling;
      await Promise.all([...this.running.values()].map(({ ended }) => ended));
    }
  }

  /** Claims no more jobs, gives the running ones time to end, and releases the rest to other processes. */
  async stop(maxWaitMs = 0): Promise<void> {
    this.state = 'closing';
    this.unsubscribe?.();
    clearTimeout(this.timer);
    await this.polling;
    const ended = Promise.all([...this.running.values()].map((job) => job.ended));
    await withTimeLimit(releaseMs, this.expectStop());
    await withTimeLimit(maxWaitMs, ended);
    const left = this.running.size;
    for (const { control } of this.running.values()) control.abort();
    await withTimeLimit(releaseMs, ended);
    clearInterval(this.renewal);
    if (left > 0) this.settings.bus.publish('jobs', { type: 'waiting' });
  }

  private async expectStop(): Promise<void> {
    const { db, logger, processId } = this.settings;
    if (this.running.size === 0) return;
    await expectStop(db, processId).catch((error) =>
      logger.warn({ err: error }, 'failed to record the stop of the process for its running jobs'),
    );
  }

  private kindNames(): string[] {
    return [...this.byKind.keys()];
  }

  private get ahead(): number {
    return this.settings.aheadMs?.() ?? 0;
  }

  private freeSlots(): { kind: string; slots: number }[] {
    const taken = new Map<string, number>();
    for (const { kind } of this.running.values()) taken.set(kind, (taken.get(kind) ?? 0) + 1);
    return [...this.byKind.values()]
      .map(({ kind, concurrency }) => ({ kind, slots: concurrency - (taken.get(kind) ?? 0) }))
      .filter(({ slots }) => slots > 0);
  }

  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    let nextMs = this.pollMs;
    const begunAt = performance.now();
    if (begunAt - (this.polledAt ?? begunAt) > 2 * this.pollMs) this.stableSince = begunAt;
    try {
      while (this.isPollDue && this.state === 'open') {
        this.isPollDue = false;
        await this.releaseDeadProcesses();
        await this.releaseMisdated();
        nextMs = Math.min(this.pollMs, await this.claim());
      }
      this.polledAt = performance.now();
    } catch (error) {
      this.polledAt = this.stableSince = performance.now();
      this.settings.logger.warn({ err: error }, 'failed to poll for jobs, retrying');
    }
    if (this.state !== 'open') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), nextMs);
    this.timer.unref();
  }

  private get pollMs(): number {
    return this.settings.isOnlyProcess ? intervalMs.alone : intervalMs.shared;
  }

  /**
   * During a database outage no process could renew its leases. Afterwards they get the length of a lease to do so,
   * because jobs that are still running would otherwise run twice.
   */
  private async releaseDeadProcesses(): Promise<void> {
    // Not the time of day, which an administrator or a time server may set back.
    const now = performance.now() + this.ahead;
    if (now - this.lapsedAt < intervalMs.shared || performance.now() - this.stableSince < leaseMs) return;
    this.lapsedAt = now;
    const except = [...this.running.keys()];
    const lapsed = { kinds: this.kindNames(), all: false, except, aheadMs: this.ahead };
    const count = await releaseLapsed(this.settings.db, lapsed);
    if (count > 0) this.settings.logger.warn({ count }, 'took over jobs of a stopped process');
  }

  private async releaseMisdated(): Promise<void> {
    const now = performance.now() + this.ahead;
    if (now - this.misdatedAt < misdatedMs) return;
    this.misdatedAt = now;
    const recurring = [...this.byKind.values()].flatMap(({ kind, everyMs }) => (everyMs ? [{ kind, everyMs }] : []));
    const kinds = await runMisdatedJobs(this.settings.db, recurring, this.ahead);
    if (kinds.length > 0)
      this.settings.logger.warn({ kinds }, 'recurring jobs were scheduled by a clock that was ahead');
  }

  /** Claims jobs for the free capacity; returns when to poll again. */
  private async claim(): Promise<number> {
    const { db, processId, bus } = this.settings;
    const free = this.freeSlots();
    if (free.length === 0) return this.pollMs;
    const jobs = await claimJobs(db, processId, free, leaseMs, this.ahead);
    for (const job of jobs) this.begin(job);
    const names = free.map(({ kind }) => kind);
    // A kind that is now at its capacity may have more jobs than this process can run.
    if (jobs.length > 0) {
      const open = new Set(this.freeSlots().map(({ kind }) => kind));
      if (names.some((kind) => !open.has(kind))) bus.publish('jobs', { type: 'waiting' });
    }
    const stillFree = this.freeSlots().map(({ kind }) => kind);
    return (await untilNextDue(db, stillFree, this.ahead)) ?? this.pollMs;
  }

  private begin(job: ClaimedJob): void {
    const kind = this.byKind.get(job.kind);
    if (!kind) return;
    const control = new AbortController();
    const { db, logger, metrics, processId } = this.settings;
    const ended = runJob(
      { db, logger, owner: processId, aheadMs: this.ahead, isStopping: () => this.state === 'closing' },
      kind,
      job,
      this.needs,
      control.signal,
    )
      .catch((error): Outcome => {
        // The result could not be stored: the lease expires, and the job is repeated.
        logger.warn({ err: error, job: job.id, kind: kind.kind }, 'failed to save the result of a job');
        return 'unknown';
      })
      .then((outcome) => {
        metrics.jobEnded(kind.kind, outcome);
        this.running.delete(job.id);
        if (this.running.size === 0) {
          clearInterval(this.renewal);
          this.renewal = undefined;
        }
        this.wake();
      });
    this.running.set(job.id, { kind: kind.kind, control, ended });
    this.renewal ??= setInterval(() => void this.renew(), renewMs).unref();
  }

  /** Aborts jobs that no longer belong to this process because they were taken over, or deleted with their user. */
  private async renew(): Promise<void> {
    const { db, processId, logger } = this.settings;
    const before = [...this.running];
    if (before.length === 0) return;
    try {
      const ids = before.map(([id]) => id);
      const ours = await renewLeases(db, processId, ids, leaseMs, this.ahead);
      for (const [id, { control }] of before) if (!ours.has(id)) control.abort();
    } catch (error) {
      logger.warn({ err: error }, 'failed to renew the leases of running jobs');
    }
  }
}
