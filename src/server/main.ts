/** The only file with side effects: settings → dependencies → listen → drain. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createApp } from './app';
import { createDeps } from './create-deps';
import { loadEnv, SettingsError } from './env';
import { jobKinds } from './features/job-kinds';
import { startSetupToken } from './features/setup/setup-token';
import { recordOlderPositions } from './features/track-record/record-older';
import { createHttpServer } from './http/http-server';
import { createLogger, flushLog, type Logger } from './lib/logger';
import { RecentErrors } from './lib/recent-errors';
import { onStopSignals } from './lib/stop-signals';
import { pause } from './lib/wait';
import { startMetricsServer } from './metrics/metrics.http';
import { explainFailure } from './operator/explain-failure';
import { attachSockets } from './sockets/ws';

const root = path.resolve(import.meta.dirname, '../..');
/** How long running answers may continue after a stop signal. The rest is stored as interrupted. */
const answersMs = 25_000;
/** How long clients have to receive the last events. */
const readersMs = 1000;
/** How long after the stop signal accepted requests may finish, and the minimum they get in any case. */
const requestsMs = 8000;
const leastRequestsMs = 2000;
/** After this the process exits, even if something blocks it, such as an unresponsive database. */
const lastResortMs = 35_000;

async function main(): Promise<void> {
  const env = loadEnv(root);
  const errors = new RecentErrors();
  const logger = createLogger({ level: env.LOG_LEVEL, isProduction: env.isProduction, errors });
  const deps = await createDeps(env, logger, path.join(root, 'prisma/migrations'), errors);
  if (deps.database.applied.length > 0) logger.info({ migrations: deps.database.applied }, 'migrations applied');
  await deps.generation.start();
  await recordOlderPositions(deps);
  await deps.jobs.start({ kinds: jobKinds, needs: deps, recurring: true });
  await startSetupToken(deps);

  const server = createHttpServer(env);
  const pages = env.isProduction
    ? { clientDir: path.join(root, 'dist/client') }
    : { pages: await (await import('./http/dev-pages')).createDevPages(root, server, env) };
  if (pages.clientDir && !existsSync(path.join(pages.clientDir, 'site/home.html'))) {
    throw new SettingsError('The pages are not built. Run npm start or npm run build.');
  }
  server.on('request', createApp(deps, pages));
  const sockets = attachSockets(deps, server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const metricsServer = await startMetricsServer(deps);
  const { port } = server.address() as AddressInfo;
  const address = env.PUBLIC_URL ?? `http://localhost:${port}`;
  const answering = deps.model.isConnected
    ? deps.model.name
    : 'the built-in offline analyst. To connect a model, set XAI_API_KEY or OPENAI_API_KEY in .env and restart';
  logger.info(
    { address, port, database: deps.database.isEmbedded ? 'embedded' : 'server', model: deps.model.name },
    'ready',
  );
  process.stdout.write(`\n  ${address}  –  open it and create an account.\n  Answers come from ${answering}.\n\n`);

  const stop = async (signal: NodeJS.Signals) => {
    logger.info({ signal }, 'stopping: finishing answers in progress');
    setTimeout(() => {
      logger.error('shutdown timed out; unfinished answers will be closed at next start');
      void exitAfterLog(logger);
    }, lastResortMs).unref();
    const stoppedAt = performance.now();
    // Until then the port stays open: /readyz returns 503, new messages are rejected, and reads still work.
    await Promise.all([deps.generation.drain(answersMs), pause(env.SHUTDOWN_DELAY_SECONDS * 1000)]);
    const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
    await deps.generation.settleWatchers(readersMs);
    await sockets.close();
    // A connection is idle once its last request has finished.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const patience = Math.max(leastRequestsMs, stoppedAt + requestsMs - performance.now());
    await Promise.race([isClosed, new Promise((resolve) => setTimeout(resolve, patience))]);
    clearInterval(idle);
    server.closeAllConnections();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    await deps.close();
    logger.info('stopped');
    await flushLog(logger);
    process.exit(0);
  };
  onStopSignals({
    stop: (signal) => {
      stop(signal).catch((error) => {
        logger.error({ err: error }, 'shutdown failed');
        void exitAfterLog(logger);
      });
    },
    giveUp: () => process.exit(1),
  });
  logUncaught(logger);
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

main().catch((error) => {
  process.stderr.write(`\n${explainFailure(error)}\n`);
  process.exit(1);
});
