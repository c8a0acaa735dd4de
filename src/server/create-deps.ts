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
import { createTimestampAuthority } from './providers/timestamps/http-authority';
import { createReaderPool } from './reading/pool/reader-pool';
import { type Bus, createInProcessBus } from './realtime/bus';
import { linkToSiblings, type SiblingLink } from './realtime/sibling-link';

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
    log: (words) => logger.warn(words),
    onLost: (error) => {
      // Written at once: the logger may not get to it.
      writeSync(2, `The embedded database cannot be trusted any more, so this process ends: ${error}\n`);
      process.exit(1);
    },
  });
  return assembleDeps(env, logger, database, createModel(env.model), recentErrors);
}

/** Everything around an open database. Tests call it with a database and a model of their own. */
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
  const providers = createProviders(env, logger, db);
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
    metricsPage: prometheus ? createMetricsPage(prometheus, shared, database, generation) : null,
    async close() {
      // Those created here, even if a test has put others in their place.
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

/** External services, and what reads their files and pages. */
function createProviders(env: Env, logger: Logger, db: Database) {
  return {
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
  { env, db, bus, logger }: Shared,
  database: OpenDatabase,
  generation: Generation,
): Deps['metricsPage'] {
  return prometheus.pageOf({
    version: packageVersion(),
    pool: database.pool,
    poolSize: env.DATABASE_POOL_SIZE,
    isRedisConnected: env.REDIS_URL ? () => bus.hearsOtherProcesses() : undefined,
    answersRunning: () => generation.runningAnswers,
    watchedConversations: () => generation.watchedConversations,
    isDraining: () => generation.isDraining,
    readStored: () => readStoredState(db, logger),
  });
}

/** Ends the work in progress before the connections that it uses are closed. */
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

/** Other processes publish closed accounts too, whose answers may be written here. */
function endClosedAccounts(generation: Generation, bus: Bus, logger: Logger): void {
  bus.subscribe('accounts', (signal) => {
    if (signal.type !== 'account-closed') return;
    generation
      .endAccount(signal.userId)
      .catch((error) => logger.error({ err: error }, 'failed to stop the answers of an account'));
  });
}

/** The offline analyst answers when no endpoint is configured. */
export const createModel = (settings: Env['model']): AnswerModel =>
  settings ? createOpenAiModel(settings) : createOfflineAnalyst();

/** Loaded only when the settings switch metrics on. */
async function createPrometheus({ METRICS_PORT, METRICS_TOKEN }: Env): Promise<Prometheus | null> {
  if (METRICS_PORT === undefined && METRICS_TOKEN === undefined) return null;
  return (await import('./metrics/prometheus')).createPrometheus();
}

/** Loaded only when there is a Redis to talk to. */
async function connectRedis(url: string, processId: string, logger: Logger) {
  const [{ Redis }, { createRedisBus }] = await Promise.all([import('ioredis'), import('./realtime/redis-bus')]);
  const onError = everyMinute((error) =>
    logger.warn({ err: error }, 'Redis unavailable, using in-process events and limits'),
  );
  // A limit that is not counted within a second is counted in memory: nobody waits for Redis to sign in.
  const patience = { commandTimeout: 1000, socketTimeout: 5000 };
  const client = new Redis(url, { ...patience, maxRetriesPerRequest: 1, enableOfflineQueue: false });
  client.on('error', onError);
  return { client, bus: createRedisBus({ url, processId, onError }), close: async () => client.disconnect() };
}

/**
 * Without Redis: processes on one PostgreSQL server tell each other through it who is signed out, locked or deleted, and
 * those of one supervisor everything.
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
  const link = linkToSiblings(env.processId);
  return link ? busOfWorkers({ env, db, logger, local, base, link }) : base;
}

async function busOfWorkers(given: {
  env: Env;
  db: Database;
  logger: Logger;
  local: Bus;
  base: Bus;
  link: SiblingLink;
}): Promise<Bus> {
  const { env, db, logger, local, base, link } = given;
  const [{ createWorkerBus }, { watchForStrangers }] = await Promise.all([
    import('./realtime/worker-bus'),
    import('./realtime/all-siblings'),
  ]);
  const onError = everyMinute((error) => logger.warn({ err: error }, 'failed to compare the running processes'));
  const strangers = watchForStrangers({
    sql: db.sql,
    processId: env.processId,
    siblings: () => link.siblings,
    onError,
  });
  return createWorkerBus({
    local,
    base,
    link,
    strangers,
    onError: (error) => logger.error({ err: error }, 'failed to read an event of another process'),
  });
}

/** A connection that is away fails many times a second; once a minute is enough to know. */
function everyMinute(report: (error: unknown) => void): (error: unknown) => void {
  let last = 0;
  return (error) => {
    if (Date.now() - last < 60_000) return;
    last = Date.now();
    report(error);
  };
}
