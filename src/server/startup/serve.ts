/** One server process: dependencies → listen → drain. */
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createApp } from '~/server/app';
import { createDeps } from '~/server/create-deps';
import type { Deps } from '~/server/deps';
import { type Env, SettingsError } from '~/server/env';
import { watchForEvents } from '~/server/features/follows/find-events';
import { jobKinds } from '~/server/features/job-kinds';
import { readFactsJob } from '~/server/features/models/read-facts.job';
import { startSetupToken } from '~/server/features/setup/setup-token';
import { startErrorStore } from '~/server/features/status/stored-errors';
import { recordOlderPositions } from '~/server/features/track-record/record-older';
import { createHttpServer } from '~/server/http/http-server';
import { type LevelSignals, levelSwitch } from '~/server/lib/level-signal';
import { createLogger, flushLog, type Logger } from '~/server/lib/logger';
import { packageVersion } from '~/server/lib/package-version';
import { RecentErrors } from '~/server/lib/recent-errors';
import { removeLeftScratch } from '~/server/lib/scratch-folder';
import { onStopSignals } from '~/server/lib/stop-signals';
import type { Tracing } from '~/server/lib/tracing/start-tracing';
import { pause, withTimeLimit } from '~/server/lib/wait';
import { startMetricsServer } from '~/server/metrics/metrics.http';
import { attachSockets } from '~/server/sockets/ws';
import { readStartMessage } from './start-message';

/** How long clients have to receive the last events. */
const readersMs = 1000;
/** How long after the stop signal accepted requests may finish, and the minimum they get in any case. */
const requestsMs = 8000;
const minRequestsMs = 2000;
/** How long storing the last errors may take. */
const errorsMs = 1000;
/**
 * This long after the time for answers, the process exits even if something blocks it, such as an unresponsive
 * database.
 */
const forcedExitMs = 10_000;

interface Options {
  /** The folder that contains package.json. */
  root: string;
  env: Env;
  levelSignals: LevelSignals;
  /** Receives the start message for the operator, once the server is ready. */
  onReady: (announcement: string) => void;
}

/** Resolves once the server listens. It ends the process after a stop signal. */
export async function serve({ root, env, levelSignals, onReady }: Options): Promise<void> {
  const errors = new RecentErrors();
  const { isProduction, processId } = env;
  const logger = createLogger({ level: env.LOG_LEVEL, isProduction, errors, process: processId });
  levelSignals.handle(levelSwitch(logger));
  await removeLeftScratch().catch((error) => logger.warn({ err: error }, 'failed to delete files of killed processes'));
  const deps = await createDeps(env, logger, path.join(root, 'prisma/migrations'), errors);
  if (deps.database.applied.length > 0) logger.info({ migrations: deps.database.applied }, 'migrations applied');
  const tracing = await tracingOf(deps);
  await startWork(deps);
  const storedErrors = startErrorStore(deps);
  await startSetupToken(deps);

  const server = createHttpServer(env);
  server.on('request', createApp(deps, await pagesOf(root, server, env)));
  const sockets = attachSockets(deps, server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const metricsServer = await startMetricsServer(deps);
  stopOnSignals({ deps, server, sockets, metricsServer, storedErrors, tracing });
  logUncaught(logger);
  await announce(deps, server, onReady);
}

/** Starts background work: closing interrupted answers, jobs, and the search for events of followed stocks. */
async function startWork(deps: Deps): Promise<void> {
  await deps.generation.start();
  await recordOlderPositions(deps);
  await deps.jobs.runSoon(readFactsJob);
  await deps.jobs.start({ kinds: jobKinds, needs: deps, recurring: true });
  watchForEvents(deps);
}

async function pagesOf(root: string, server: Server, env: Env) {
  if (!env.isProduction)
    return { pages: await (await import('~/server/http/dev-pages')).createDevPages(root, server, env) };
  const clientDir = path.join(root, 'dist/client');
  if (!existsSync(path.join(clientDir, 'site/home.html')))
    throw new SettingsError('The pages are not built. Run npm start or npm run build.');
  return { clientDir };
}

async function announce(deps: Deps, server: Server, onReady: Options['onReady']): Promise<void> {
  // Never a string or null, because the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const address = deps.env.PUBLIC_URL ?? `http://localhost:${port}`;
  const { message, modelName } = await readStartMessage(deps, address);
  const database = deps.database.isEmbedded ? 'embedded' : 'server';
  deps.logger.info({ address, port, database, model: modelName }, 'ready');
  onReady(message);
}

interface Running {
  deps: Deps;
  server: Server;
  sockets: ReturnType<typeof attachSockets>;
  metricsServer: Awaited<ReturnType<typeof startMetricsServer>>;
  storedErrors: ReturnType<typeof startErrorStore>;
  tracing: Tracing | null;
}

function stopOnSignals(running: Running): void {
  const { logger } = running.deps;
  onStopSignals({
    stop: (signal) => {
      stop(running, signal).catch((error) => {
        logger.error({ err: error }, 'shutdown failed');
        void exitAfterLog(logger);
      });
    },
    giveUp: () => process.exit(1),
  });
}

async function stop(running: Running, signal: NodeJS.Signals): Promise<never> {
  const { deps, server, sockets, metricsServer, storedErrors, tracing } = running;
  const { env, logger, generation } = deps;
  const answersMs = env.SHUTDOWN_ANSWERS_SECONDS * 1000;
  const delayMs = env.SHUTDOWN_DELAY_SECONDS * 1000;
  logger.info({ signal }, 'stopping: finishing answers in progress');
  setTimeout(() => {
    logger.error('shutdown timed out; unfinished answers will be closed at next start');
    void exitAfterLog(logger);
  }, Math.max(answersMs, delayMs) + forcedExitMs).unref();
  const stoppedAt = performance.now();
  // Until then the port stays open: /readyz returns 503, new messages are rejected, and reads still work.
  await Promise.all([generation.drain(answersMs), pause(delayMs)]);
  const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  await generation.settleWatchers(readersMs);
  await sockets.close();
  // A connection is idle once its last request has finished.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const requestsWaitMs = Math.max(minRequestsMs, stoppedAt + requestsMs - performance.now());
  await withTimeLimit(requestsWaitMs, isClosed);
  clearInterval(idle);
  server.closeAllConnections();
  metricsServer?.close();
  metricsServer?.closeAllConnections();
  await withTimeLimit(errorsMs, storedErrors.stop());
  await deps.close();
  await tracing?.close();
  logger.info('stopped');
  await flushLog(logger);
  process.exit(0);
}

/** The tracing libraries are loaded only if a collector is configured. */
async function tracingOf({ env, logger }: Deps): Promise<Tracing | null> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const { startTracing } = await import('~/server/lib/tracing/start-tracing');
  return startTracing({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service: { name: env.OTEL_SERVICE_NAME, version: packageVersion(), instanceId: env.processId },
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    logger,
  });
}

/** A rejected promise affects only its own request. After an uncaught exception the state of the process is unknown. */
function logUncaught(logger: Logger): void {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled promise rejection'));
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception');
    void exitAfterLog(logger);
  });
}

async function exitAfterLog(logger: Logger): Promise<never> {
  await flushLog(logger);
  process.exit(1);
}
