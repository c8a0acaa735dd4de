/**
 * The composition root: opens the database, connects the bus and chooses the providers once, and returns them as
 * `Deps`. It does not listen or serve. No other module creates a dependency of its own.
 */
import { writeSync } from 'node:fs';
import { createSessionStore } from './auth/session-store';
import { type Database, type OpenDatabase, openDatabase } from './db/client';
import type { Deps } from './deps';
import type { Env } from './env';
import { createStoredTexts } from './features/messages/create-stored-texts';
import { resumeAnswer } from './features/messages/resume-answer';
import { createModelCatalog } from './features/models/model-catalog';
import { createOfflineAnalyst } from './features/offline-analyst/offline-analyst';
import { PriceRefresher } from './features/prices/price-refresher';
import { benchmarksOf } from './features/prices/price-rules';
import { createFileStore } from './features/uploads/file-store';
import { createUsageLedger } from './features/usage/usage-ledger';
import { createVectors } from './features/vectors/vectors';
import { createSearchCatalog } from './features/web/search-catalog';
import { Generation } from './generation/generation';
import type { AnswerModel } from './generation/library';
import { JobQueue } from './jobs/job-queue';
import { createBackground } from './lib/background';
import type { Logger } from './lib/logger';
import { packageVersion } from './lib/package-version';
import { openPlaces } from './lib/places';
import { ProcessState } from './lib/process-state';
import { createRateLimiter } from './lib/rate-limit';
import { readingLimits } from './lib/reading-settings';
import { RecentErrors } from './lib/recent-errors';
import { noMetrics } from './metrics/metrics';
import type { Prometheus } from './metrics/prometheus';
import { readStoredState } from './metrics/stored-state';
import { createCalendars } from './providers/calendars/http-calendars';
import { createOpenAiModel } from './providers/llm/openai';
import { createMailer } from './providers/mail/create-mailer';
import { createOidcProvider } from './providers/oidc/openid-provider';
import { createPageReader } from './providers/pages/page-reader';
import { createPriceProviders } from './providers/prices/create-provider';
import { isStoreWorking } from './providers/storage/is-store-working';
import { createTimestampAuthority } from './providers/timestamps/http-authority';
import { createReaderPool } from './reading/pool/reader-pool';
import { type Bus, createInProcessBus } from './realtime/bus';
import { openWorkerChannel, type WorkerChannel } from './realtime/worker-channel';

export async function createDeps(
  env: Env,
  logger: Logger,
  migrationsDir: string,
  recentErrors?: RecentErrors,
): Promise<Deps> {
  const database = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    migrationsDir,
    limits: { poolSize: env.DATABASE_POOL_SIZE, statementMs: env.DATABASE_TIMEOUT_SECONDS * 1000 },
    log: (message) => logger.warn(message),
    onLost: (error) => {
      // Synchronous, because the process may exit before the logger writes.
      writeSync(2, `The embedded database is no longer safe to use, so this process is ending: ${error}\n`);
      process.exit(1);
    },
  });
  return assembleDeps(env, logger, database, createModel(env.model), recentErrors);
}

/** Builds everything except the database. Tests call it with their own database and model. */
export async function assembleDeps(
  env: Env,
  logger: Logger,
  database: OpenDatabase,
  model: AnswerModel = createModel(env.model),
  recentErrors = new RecentErrors(),
): Promise<Deps> {
  const { db } = database;
  db.texts = createStoredTexts(env, db);
  const redis = env.REDIS_URL ? await connectRedis(env.REDIS_URL, env.processId, logger) : null;
  const bus = redis?.bus ?? (await createBus(env, db, logger));
  const prometheus = await createPrometheus(env);
  const metrics = prometheus?.metrics ?? noMetrics;
  const background = createBackground(logger);
  const usage = createUsageLedger(db, metrics);
  const processState = new ProcessState();
  const generation = createGeneration(env, database, { processState, usage, bus, logger, metrics });
  const { processId } = env;
  const shared = { env, logger, db, bus, metrics, processId, isOnlyProcess: database.isEmbedded };
  const providers = await createProviders(env, logger, db);
  const prices = createPrices(shared);
  const jobs = new JobQueue(shared);
  const deps: Deps = {
    env,
    logger,
    db,
    database,
    bus,
    model,
    models: createModelCatalog({ ...shared, model }),
    generation,
    usage,
    sessions: createSessionStore(db),
    rateLimiter: createRateLimiter(redis?.client ?? null),
    ...providers,
    ...prices,
    background,
    jobs,
    search: createSearchCatalog(shared),
    vectors: createVectors({ database, bus, env, logger, usage, background }),
    recentErrors,
    processState,
    metrics,
    metricsPage: prometheus
      ? createMetricsPage(prometheus, { ...shared, store: providers.store }, database, generation)
      : null,
    async close() {
      // The originals created here, even if a test has replaced them in `deps`.
      await closeParts({ ...deps, ...prices, jobs, readers: providers.readers });
      await redis?.close();
      await bus.close();
      await database.close();
    },
  };
  generation.onTakeOver((left) => resumeAnswer(deps, left));
  endClosedAccounts(generation, bus, logger);
  return deps;
}

type Shared = Pick<Deps, 'env' | 'logger' | 'db' | 'bus'> & { processId: string };

/** External services, and the readers of their files and pages. */
async function createProviders(env: Env, logger: Logger, db: Database) {
  // First: if the file is unusable, no provider is left open.
  const places = await openPlaces(env.GEOIP_DATABASE);
  return {
    places,
    store: createFileStore(env, db, logger),
    mailer: createMailer(env, logger),
    oidc: env.oidc.map((provider) => createOidcProvider(provider, env.publicUrl)),
    readers: createReaderPool({
      ...readingLimits(env),
      onFault: (fault) => logger.warn(fault, 'file processing failed'),
    }),
    pages: createPageReader({ env, logger }),
    timestampAuthorities: env.TIMESTAMP_AUTHORITIES.map(createTimestampAuthority),
    calendars: createCalendars({ addresses: env.OPENTIMESTAMPS_CALENDARS, allowPrivate: env.FETCH_ALLOW_PRIVATE }),
  };
}

function createPrices({ env, db, bus, logger, processId }: Shared): Pick<Deps, 'prices' | 'secondPrices'> {
  const { provider, second: secondPrices } = createPriceProviders(env);
  const benchmarks = benchmarksOf(env.BENCHMARKS);
  return { prices: new PriceRefresher({ db, bus, logger, provider, benchmarks, processId }), secondPrices };
}

function createMetricsPage(
  prometheus: Prometheus,
  { env, db, bus, logger, store }: Shared & Pick<Deps, 'store'>,
  database: OpenDatabase,
  generation: Generation,
): Deps['metricsPage'] {
  return prometheus.pageOf({
    version: packageVersion(),
    pool: database.pool,
    poolSize: env.DATABASE_POOL_SIZE,
    isRedisConnected: env.REDIS_URL ? () => bus.receivesFromOtherProcesses() : undefined,
    isStoreWorking: () => isStoreWorking(store, logger),
    answersRunning: () => generation.runningAnswers,
    watchedConversations: () => generation.watchedConversations,
    isDraining: () => generation.isDraining,
    readStored: () => readStoredState(db, logger),
  });
}

/** Ends the work in progress before closing the connections that it uses. */
async function closeParts({ prices, background, mailer, jobs, readers, pages, models, vectors, search }: Deps) {
  await prices.close();
  await background.close();
  mailer.close();
  await jobs.stop();
  await readers.close();
  await pages.close();
  models.close();
  vectors.close();
  search.close();
}

function createGeneration(
  env: Env,
  database: OpenDatabase,
  parts: Pick<Deps, 'processState' | 'usage' | 'bus' | 'logger' | 'metrics'>,
): Generation {
  return new Generation({
    ...parts,
    db: database.db,
    processId: env.processId,
    isOnlyProcess: database.isEmbedded,
    maxConcurrentAnswers: env.MAX_CONCURRENT_ANSWERS,
    maxConversations: env.QUOTA_USER_CONVERSATIONS,
    maxMessages: env.QUOTA_USER_MESSAGES,
  });
}

/** An account may be closed by another process while this one generates its answers. */
function endClosedAccounts(generation: Generation, bus: Bus, logger: Logger): void {
  bus.subscribe('accounts', (signal) => {
    if (signal.type !== 'account-closed') return;
    generation
      .endAccount(signal.userId)
      .catch((error) => logger.error({ err: error }, 'failed to stop the answers of an account'));
  });
}

/** Without an endpoint, the offline analyst answers. */
export const createModel = (settings: Env['model']): AnswerModel =>
  settings ? createOpenAiModel(settings) : createOfflineAnalyst();

/** Loaded only if metrics are switched on. */
async function createPrometheus({ METRICS_PORT, METRICS_TOKEN }: Env): Promise<Prometheus | null> {
  if (METRICS_PORT === undefined && METRICS_TOKEN === undefined) return null;
  return (await import('./metrics/prometheus')).createPrometheus();
}

/** Loaded only if Redis is configured. */
async function connectRedis(url: string, processId: string, logger: Logger) {
  const [{ Redis }, { createRedisBus }] = await Promise.all([import('ioredis'), import('./realtime/redis-bus')]);
  const onError = everyMinute((error) =>
    logger.warn({ err: error }, 'Redis unavailable, using in-process events and limits'),
  );
  // If Redis does not respond within a second, limits are counted in memory, so that sign-in is never blocked.
  const timeouts = { commandTimeout: 1000, socketTimeout: 5000 };
  const client = new Redis(url, { ...timeouts, maxRetriesPerRequest: 1, enableOfflineQueue: false });
  client.on('error', onError);
  return { client, bus: createRedisBus({ url, processId, onError }), close: async () => client.disconnect() };
}

/**
 * Without Redis: processes on one PostgreSQL server exchange the signals that end sessions, and processes of one
 * supervisor exchange all events.
 */
async function createBus(env: Env, db: Database, logger: Logger): Promise<Bus> {
  const local = createInProcessBus((error) => logger.error({ err: error }, 'event listener failed'));
  if (!env.DATABASE_URL) return local;
  const { createPostgresBus } = await import('./realtime/postgres-bus');
  const base = createPostgresBus({
    local,
    url: env.DATABASE_URL,
    processId: env.processId,
    notify: (channel, payload) => db.sql`SELECT pg_notify(${channel}, ${payload})`,
    onError: everyMinute((error) => logger.warn({ err: error }, 'lost database LISTEN connection, polling instead')),
  });
  const channel = openWorkerChannel(env.processId);
  return channel ? createWorkersBus({ env, db, logger, local, base, channel }) : base;
}

async function createWorkersBus(given: {
  env: Env;
  db: Database;
  logger: Logger;
  local: Bus;
  base: Bus;
  channel: WorkerChannel;
}): Promise<Bus> {
  const { env, db, logger, local, base, channel } = given;
  const [{ createWorkerBus }, { watchForOtherInstances }] = await Promise.all([
    import('./realtime/worker-bus'),
    import('./realtime/other-instances'),
  ]);
  const onError = everyMinute((error) => logger.warn({ err: error }, 'failed to compare the running processes'));
  const otherInstances = watchForOtherInstances({
    sql: db.sql,
    processId: env.processId,
    siblings: () => channel.siblings,
    onError,
  });
  return createWorkerBus({
    local,
    base,
    channel,
    otherInstances,
    onError: (error) => logger.error({ err: error }, 'failed to read an event of another process'),
  });
}

/** A lost connection fails many times a second; one log line a minute is enough. */
function everyMinute(report: (error: unknown) => void): (error: unknown) => void {
  let last = 0;
  return (error) => {
    if (Date.now() - last < 60_000) return;
    last = Date.now();
    report(error);
  };
}
