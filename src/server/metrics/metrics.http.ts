/** GET /metrics on the server's own port behind METRICS_TOKEN, or on a port of its own. */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Deps } from '~/server/deps';
import { type Env, SettingsError } from '~/server/env';
import { codeOf } from '~/server/lib/caught';
import { sha256Bytes } from '~/server/lib/hash';
import type { MetricsPage } from './metrics';

type MetricsEnv = Pick<Env, 'METRICS_PORT' | 'METRICS_TOKEN' | 'HOST'>;

/** Passes every request on if metrics are off or have their own port. */
export function metricsRoute({ env, metricsPage }: Pick<Deps, 'env' | 'metricsPage'>): RequestHandler {
  const isHere = metricsPage !== null && env.METRICS_PORT === undefined;
  return (request, response, next) => {
    if (!isHere || request.path !== '/metrics' || request.method !== 'GET') return next();
    sendPage(env, metricsPage, request, response).catch(next);
  };
}

/** Null without METRICS_PORT. */
export async function startMetricsServer({
  env,
  metricsPage,
  logger,
}: Pick<Deps, 'env' | 'metricsPage' | 'logger'>): Promise<Server | null> {
  if (!metricsPage || env.METRICS_PORT === undefined) return null;
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics' || request.method !== 'GET')
      return void response.writeHead(404).end('Not found. Metrics are at /metrics.\n');
    sendPage(env, metricsPage, request, response).catch((error) => {
      logger.error({ err: error }, 'failed to send metrics');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainTakenPort(error, env.METRICS_PORT)));
    server.listen(env.METRICS_PORT, env.HOST, resolve);
  });
  return server;
}

const explainTakenPort = (error: Error, port: number | undefined): Error =>
  codeOf(error) === 'EADDRINUSE'
    ? new SettingsError(`METRICS_PORT ${port} is in use. Stop the other program, or choose another port in .env.`)
    : error;

async function sendPage(
  env: MetricsEnv,
  page: MetricsPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  if (!isAllowed(env.METRICS_TOKEN, request)) {
    response.setHeader('WWW-Authenticate', 'Bearer');
    return void response.writeHead(401).end('Send METRICS_TOKEN as Authorization: Bearer ...\n');
  }
  const text = await page.read();
  response.setHeader('Content-Type', page.contentType);
  response.end(text);
}

/** Without a token, only METRICS_PORT serves the page, to anyone who can reach that port. */
function isAllowed(token: string | undefined, { headers }: IncomingMessage): boolean {
  if (token === undefined) return true;
  const bearerToken = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(sha256Bytes(bearerToken), sha256Bytes(token));
}
