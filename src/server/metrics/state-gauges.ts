/** Gauges that are read from the running server when the page is requested. */
import { Gauge, type Registry } from 'prom-client';
import type { StoredState } from './stored-state';

export interface ServerState {
  version: string;
  /** Undefined with the embedded database. */
  pool: (() => { total: number; idle: number; waiting: number }) | undefined;
  poolSize: number;
  /** Undefined without Redis. */
  isRedisConnected: (() => boolean) | undefined;
  isStoreWorking(): Promise<boolean>;
  answersRunning(): number;
  watchedConversations(): number;
  isDraining(): boolean;
  /** Null while the database is unavailable. */
  readStored(): Promise<StoredState | null>;
}

export function collectState(registry: Registry, state: ServerState): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  const information = new Gauge({
    name: 'qinsight_info',
    help: 'Always 1; the label is the version',
    labelNames: ['version'],
    registers,
  });
  information.set({ version: state.version }, 1);
  gauge('qinsight_answers_running', 'Answers that this process is writing', state.answersRunning);
  gauge('qinsight_watched_conversations', 'Conversations with a reader on this process', state.watchedConversations);
  gauge('qinsight_stopping', '1 while the process finishes its answers before it stops', () => +state.isDraining());
  gauge('qinsight_store_up', '1 if the file storage worked while this page was read', async () =>
    Number(await state.isStoreWorking()),
  );
  if (state.isRedisConnected)
    gauge('qinsight_redis_up', '1 while this process receives events from Redis', () =>
      Number(state.isRedisConnected?.()),
    );
  if (state.pool) collectPool(registry, state.pool, state.poolSize);
  collectStored(registry, state);
}

function collectPool(registry: Registry, pool: NonNullable<ServerState['pool']>, size: number): void {
  const connections = new Gauge({
    name: 'qinsight_database_pool_connections',
    help: 'Connections of this process to the PostgreSQL server by state: busy, idle, and free places (unopened)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle } = pool();
      connections.set({ state: 'busy' }, total - idle);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'unopened' }, size - total);
    },
  });
  const waiting = new Gauge({
    name: 'qinsight_database_pool_waiting',
    help: 'Statements that wait for a connection',
    registers: [registry],
    collect() {
      waiting.set(pool().waiting);
    },
  });
}

/** The database has the same content for every process: take the maximum over processes, not the sum. */
function collectStored(registry: Registry, { readStored }: ServerState): void {
  let reading: Promise<StoredState | null> | undefined;
  // All gauges of a page are collected at the same time and share one query.
  const shared = () => {
    reading ??= readStored().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauge = (name: string, help: string, labelNames: string[], set: (gauge: Gauge, stored: StoredState) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const stored = await shared();
        this.reset();
        if (stored) set(this, stored);
      },
    });
  gauge(
    'qinsight_jobs',
    'Background jobs by kind and state: waiting, running, dead',
    ['kind', 'state'],
    (own, { jobs }) => {
      for (const { kind, state, count } of jobs) own.set({ kind, state }, count);
    },
  );
  gauge(
    'qinsight_job_overdue_seconds',
    'How long the job that is due longest has waited',
    ['kind'],
    (own, { jobs }) => {
      for (const { kind, state, overdueSeconds } of jobs) if (state === 'waiting') own.set({ kind }, overdueSeconds);
    },
  );
  gauge('qinsight_price_age_seconds', 'Age of the oldest price of an open position', [], (own, { prices }) =>
    own.set(prices.ageSeconds),
  );
  gauge(
    'qinsight_price_feeds_failing',
    'Tickers of open positions whose last price could not be read',
    [],
    (own, { prices }) => own.set(prices.failing),
  );
  collectBackups(gauge);
  // A gauge without labels is 0 after reset.
  gauge('qinsight_database_up', '1 if the database answered while this page was read', [], (own) => own.set(1));
}

type StoredGauge = (
  name: string,
  help: string,
  labelNames: string[],
  set: (gauge: Gauge, stored: StoredState) => void,
) => Gauge;

/** Without scheduled backups these gauges have no value: 0 would look like a backup made just now. */
function collectBackups(gauge: StoredGauge): void {
  const optional = (
    name: string,
    help: string,
    read: (backups: NonNullable<StoredState['backups']>) => number | null,
  ) =>
    gauge(name, help, ['backups'], (own, { backups }) => {
      const value = backups && read(backups);
      if (value !== null) own.set({ backups: 'scheduled' }, value);
    });
  optional('qinsight_backup_age_seconds', 'Since a scheduled backup was completed', (b) => b.madeAgeSeconds);
  optional(
    'qinsight_backup_verified_age_seconds',
    'Since a scheduled backup was restored and compared',
    (b) => b.verifiedAgeSeconds,
  );
  optional('qinsight_backup_size_bytes', 'Size of the last scheduled backup', (b) => b.bytes);
  optional('qinsight_backup_failing', '1 when the last attempt at a scheduled backup failed', (b) => +b.isFailing);
  optional(
    'qinsight_backup_incomplete',
    '1 when the last scheduled backup lacks files that the file storage should have',
    (b) => +b.isIncomplete,
  );
}
