/**
 * Runs WEB_CONCURRENCY server processes on one port, replaces those that exit, and forwards signals and events to them.
 * The supervisor itself handles no requests. If it is killed, its processes exit too: Node.js ends the workers of a
 * cluster whose primary is gone.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Env } from '~/server/env';
import type { LevelSignals } from '~/server/lib/level-signal';
import { createLogger, flushLog, type Logger } from '~/server/lib/logger';
import { onStopSignals, stopSignals } from '~/server/lib/stop-signals';
import type { FromWorker } from '~/server/realtime/worker-channel';
import { EventRelay } from './event-relay';
import { restartPauseMs } from './restart-pause';

/** The message that a worker sends to the supervisor once it listens. */
export interface WorkerReady {
  announcement: string;
}

interface Slot {
  /** From 0. The metrics of each process are served on METRICS_PORT plus this number. */
  number: number;
  worker: Worker;
  readyAt?: number;
  /** Consecutive exits since the process last ran for a while. */
  failures: number;
}

/** Resolves when the first process is ready. If it never gets ready, exits with its exit code. */
export async function supervise(env: Env, program: string, levelSignals: LevelSignals): Promise<void> {
  const logger = createLogger({ level: env.LOG_LEVEL, isProduction: env.isProduction, process: 'supervisor' });
  const supervisor = new Supervisor(program, logger);
  onStopSignals({
    stop: (signal) => supervisor.stop(signal),
    giveUp: () => supervisor.giveUp(),
  });
  levelSignals.handle(() => supervisor.changeLevel());
  // The first process starts alone, so that it applies migrations, creates shared files and reports invalid settings
  // once.
  process.stdout.write(await supervisor.startFirst());
  supervisor.startRest(env.WEB_CONCURRENCY);
}

export class Supervisor {
  #slots: Slot[] = [];
  readonly #relay = new EventRelay();
  #isStopping = false;
  /** Whether the processes write more lines than configured. */
  #isDetailed = false;
  /** The highest exit code among the last processes to exit. */
  #code = 0;

  constructor(
    readonly program: string,
    readonly logger: Logger,
  ) {}

  startFirst(): Promise<string> {
    return new Promise((resolve) => {
      this.#start(0, 0, resolve);
    });
  }

  startRest(count: number): void {
    for (let number = 1; number < count && !this.#isStopping; number++) this.#start(number, 0);
  }

  stop(signal: NodeJS.Signals): void {
    this.#isStopping = true;
    this.logger.info({ signal, processes: this.#slots.length }, 'stopping all processes');
    this.#signalAll(signal);
    if (this.#slots.length === 0) void this.#exit();
  }

  giveUp(): void {
    this.#signalAll('SIGKILL');
    process.exit(1);
  }

  /** SIGUSR2 would end a process that does not handle it yet. It receives the change once it is ready. */
  changeLevel(): void {
    this.#isDetailed = !this.#isDetailed;
    for (const { worker, readyAt } of this.#slots) if (readyAt !== undefined) worker.process.kill('SIGUSR2');
  }

  #signalAll(signal: NodeJS.Signals): void {
    for (const { worker } of this.#slots) worker.process.kill(signal);
  }

  #start(number: number, failures: number, onReady?: (announcement: string) => void): void {
    // Applies to the next fork only.
    cluster.setupPrimary({ exec: this.program, args: [`--worker=${number}`] });
    const worker = cluster.fork();
    const slot: Slot = { number, worker, failures };
    this.#slots.push(slot);
    this.#relay.add(slot, {
      isConnected: () => worker.isConnected(),
      send: (message, sent) => void worker.process.send(message, sent),
    });
    worker.on('message', (message: WorkerReady | FromWorker) => {
      if ('announcement' in message) {
        slot.readyAt = performance.now();
        if (this.#isDetailed) worker.process.kill('SIGUSR2');
        onReady?.(message.announcement);
      } else this.#relay.receive(slot, message);
    });
    worker.once('exit', (code, signal) => this.#ended(slot, code, signal));
  }

  #ended(slot: Slot, code: number | null, signal: string | null): void {
    const { number, readyAt, worker } = slot;
    this.#slots = this.#slots.filter((other) => other !== slot);
    this.#relay.remove(slot);
    const isFirstStart = number === 0 && readyAt === undefined && slot.failures === 0;
    if (this.#isStopping || isFirstStart) {
      // A process that does not handle signals yet is ended by them, which is a normal stop.
      const isStopped = this.#isStopping && readyAt === undefined && stopSignals.some((name) => name === signal);
      this.#code = Math.max(this.#code, isStopped ? 0 : (code ?? 1));
      if (this.#slots.length === 0) void this.#exit();
      return;
    }
    const uptimeMs = readyAt === undefined ? 0 : performance.now() - readyAt;
    const { failures, pauseMs } = restartPauseMs(slot.failures, uptimeMs);
    this.logger.error({ pid: worker.process.pid, code, signal, pauseMs }, 'process ended; starting another');
    setTimeout(() => {
      if (!this.#isStopping) this.#start(number, failures);
    }, pauseMs);
  }

  async #exit(): Promise<void> {
    await flushLog(this.logger);
    process.exit(this.#code);
  }
}
