/**
 * The Express application, without a port: the middleware in order. Anything that needs a body, a session or access
 * rules is below /trpc; pages and files are served as they are.
 */

import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import helmet from 'helmet';
import { proxyTrust, type Trust } from '~/server/http/caller-address';
import { tokenPattern } from './auth/api-token';
import { databaseError } from './db/database-unavailable';
import type { Deps } from './deps';
import type { Env } from './env';
import { publishedRunFiles, readRunPage } from './features/backtest/backtest.http';
import { readChosenClaim } from './features/backtest/chosen-claim';
import { sendAppError } from './features/completions/completion-errors.http';
import { completionRoutes } from './features/completions/completions.http';
import { followPages } from './features/follows/follows.http';
import { identityRoutes } from './features/identities/identities.http';
import { createProcessorsHtml } from './features/processors/processors-html';
import { remoteImages } from './features/remote-images/remote-images.http';
import { scimRoutes } from './features/scim/scim.http';
import { scimTokenPattern } from './features/scim/scim-tokens.service';
import { sharedPages } from './features/shares/shares.http';
import { trackRecordFiles } from './features/track-record/track-record.http';
import { uploadRoutes } from './features/uploads/uploads.http';
import { enterBasePath, rejectOutside } from './http/base-path';
import { health } from './http/health';
import { httpCalls } from './http/http-calls';
import { type BodyBounds, boundBodies } from './http/http-server';
import { isOwnHost } from './http/origin';
import { builtPages } from './http/pages/built-pages';
import { fromAnotherSite, rejectForeignWrites } from './http/reject-foreign-writes';
import { tracedRequests } from './http/traced-requests';
import { AppError, errorTable, somethingWentWrong } from './lib/errors';
import { metricsRoute } from './metrics/metrics.http';
import { routeLabel } from './metrics/route-label';
import { restApi } from './rest/rest-router';
import { appRouter } from './router';
import { createHttpContext } from './trpc/context';
import { procedureTable } from './trpc/procedure-table';

const batchSize = 20;

export interface AppOptions {
  /** Folder of the built pages; undefined in development, where `pages` serves them. */
  clientDir?: string;
  pages?: RequestHandler;
  bodyBounds?: BodyBounds;
}

export function createApp(deps: Deps, options: AppOptions): express.Express {
  const { env } = deps;
  const app = express();
  app.disable('x-powered-by');
  const trust = proxyTrust(env);
  app.set('trust proxy', trust);
  app.use(enterBasePath(env));
  app.use(tracedRequests(trust, routeOf));
  app.use(identify(deps, trust));
  app.use(warnAboutUnknownProxy(deps));
  app.use(helmet(securityHeaders(deps)), permissionsPolicy);
  app.use(health(deps));
  app.use(metricsRoute(deps));
  app.use(rejectOutside);
  app.use(rejectForeignHosts(env));
  app.use(boundBodies(errorFormatOf, options.bodyBounds));
  app.use(compression({ filter: (request, response) => !isStream(response) && compression.filter(request, response) }));
  app.use(rejectForeignWrites(env, isFromProgram));
  app.use('/trpc', noStore, rejectMalformedRequests, createTrpc(deps));
  app.use(identityRoutes(deps));
  app.use(remoteImages(deps));
  app.use(uploadRoutes(deps));
  app.use(trackRecordFiles(deps, options.clientDir ?? 'public'));
  app.use(publishedRunFiles(deps, { isDevelopment: !options.clientDir }));
  app.use(sharedPages(deps));
  app.use(followPages(deps));
  app.use('/scim/v2', noStore, scimRoutes(deps));
  app.use('/api', noStore, restApi(deps));
  app.use('/v1', noStore, completionRoutes(deps));
  if (options.pages) app.use(options.pages);
  if (options.clientDir) {
    const content = {
      readClaim: () => readChosenClaim(deps),
      readRun: (id: string) => readRunPage(deps, id),
      readProcessors: createProcessorsHtml(deps),
    };
    app.use(builtPages(options.clientDir, env, content));
  }
  app.use(answerErrors(deps));
  return app;
}

/** Whether the request carries the credentials that its endpoint takes instead of a cookie. */
const isFromProgram = ({ path, headers: { authorization = '' } }: express.Request) =>
  path.startsWith('/scim/v2/')
    ? scimTokenPattern.test(authorization)
    : /^\/(api|v1)\//.test(path) && tokenPattern.test(authorization);

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

const isStream = (response: express.Response) => /event-stream|ndjson/.test(String(response.getHeader('Content-Type')));

/**
 * Gives each request an id and writes one log line per response. Only a trusted proxy may supply the id: it is written
 * to the audit log, where a caller could otherwise forge or repeat one.
 */
function identify({ logger, generation, metrics }: Deps, trusts: Trust): RequestHandler {
  return (request, response, next) => {
    const suppliedId = trusts(request.socket.remoteAddress ?? '', 0) ? request.get('x-request-id') : undefined;
    const requestId = suppliedId && /^[\w-]{8,64}$/.test(suppliedId) ? suppliedId : randomUUID();
    response.locals.requestId = requestId;
    response.set('X-Request-Id', requestId);
    // Makes a keep-alive proxy open its next connection to a process that is not stopping.
    if (generation.isDraining) response.set('Connection', 'close');
    const start = performance.now();
    response.on('finish', () => {
      const level = response.statusCode >= 500 ? 'error' : isQuiet(pathOf(request)) ? 'debug' : 'info';
      const ms = Math.round((performance.now() - start) * 10) / 10;
      // Without the query, which may contain text the user typed.
      logger[level](
        {
          requestId,
          traceId: response.locals.traceId,
          method: request.method,
          path: pathOf(request),
          status: response.statusCode,
          ms,
        },
        'request',
      );
    });
    response.once('close', () => {
      const route = routeOf(request);
      const status = response.headersSent ? String(response.statusCode) : 'aborted';
      metrics.requestEnded({ route, method: request.method, status, ms: performance.now() - start });
    });
    next();
  };
}

const routeOf = (request: express.Request) => routeLabel(request, procedureTable(appRouter));
/**
 * The path for the log, without the key of a shared link, because anyone with the key can open it. Routes ignore case.
 */
const pathOf = (request: express.Request) =>
  (request.originalUrl.split('?', 1)[0] ?? '/').replace(/(\/s\/)[^/]+/i, '$1…');
const quietPaths = ['/livez', '/readyz', '/metrics'];
const isQuiet = (path: string) => path.startsWith('/assets/') || quietPaths.includes(path);

/**
 * Behind a proxy that TRUST_PROXY does not name, all callers share one IP address and therefore one set of limits.
 * Warned about once; a caller that sends the header directly gains nothing.
 */
function warnAboutUnknownProxy({ env, logger }: Deps): RequestHandler {
  let isLogged = env.TRUST_PROXY !== false;
  return (request, _response, next) => {
    if (!isLogged && request.headers['x-forwarded-for'] !== undefined) {
      isLogged = true;
      logger.warn(
        'X-Forwarded-For header received, but TRUST_PROXY is not set: all users behind the proxy share one rate limit. ' +
          'Set TRUST_PROXY=1 if there is one proxy. Without a proxy, ignore this.',
      );
    }
    next();
  };
}

function securityHeaders({ env, store }: Deps): Parameters<typeof helmet>[0] {
  const development = env.isProduction ? [] : ["'unsafe-inline'"];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Hot reloading adds an inline script to the page; production has none.
        scriptSrc: ["'self'", ...development],
        // The style library adds rules at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...store.browserOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...store.browserOrigins, ...companionOrigins(env)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(env.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: env.isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  };
}

/** The picker for remote sources sends requests to its Companion and receives progress over a socket. */
function companionOrigins({ COMPANION_URL: address }: Env): string[] {
  if (!address) return [];
  const { origin } = new URL(address);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** Our pages use the microphone for dictation. Every other permission is switched off. */
const permissionsPolicy: RequestHandler = (_request, response, next) => {
  response.set(
    'Permissions-Policy',
    'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(self), midi=(), payment=(), serial=(), usb=()',
  );
  next();
};

/**
 * Prevents DNS rebinding: with a host name that resolves to this machine, another site's page would count as our own.
 */
function rejectForeignHosts(env: Env): RequestHandler {
  return (request, _response, next) => {
    if (isOwnHost(env, request)) return next();
    const message =
      'This installation is only available on localhost. To use another host name, set PUBLIC_URL to its URL.';
    throw new AppError('misdirected', message);
  };
}

/**
 * Rejects requests that tRPC's adapter would accept but the product does not offer: cross-site requests (reads too,
 * because only our own pages call /trpc), forms and binary bodies (which other sites can send without a preflight), and
 * streamed responses (their headers are sent before a cookie can be set).
 */
const rejectMalformedRequests: RequestHandler = (request, _response, next) => {
  if (request.get('sec-fetch-site') === 'cross-site') throw fromAnotherSite();
  if (request.method === 'POST' && !isPlainJson(request))
    throw new AppError('unsupported_type', 'Requests must be JSON.');
  delete request.headers['trpc-accept'];
  request.headers.accept = 'application/json';
  next();
};

/** Neither compressed nor in an encoding other than UTF-8. */
const isPlainJson = (request: express.Request) =>
  request.is('application/json') &&
  !request.headers['content-encoding'] &&
  !/charset=(?!"?utf-8"?\s*(;|$))/i.test(request.get('content-type') ?? '');

function createTrpc(deps: Deps): RequestHandler {
  return httpCalls({
    router: appRouter,
    maxBatchSize: batchSize,
    createContext: (request, response) => createHttpContext(deps, request, response),
    responseMeta({ errors }) {
      const seconds = errors
        .map(({ cause }) => (cause instanceof AppError ? cause.retryAfterSeconds : undefined))
        .find(Boolean);
      return seconds ? { headers: new Headers({ 'Retry-After': String(seconds) }) } : {};
    },
    onError({ error, path, ctx }) {
      const { cause } = error;
      if (cause instanceof AppError) {
        // The caller gets the message, the operator also gets the cause.
        if (cause.cause) deps.logger.warn({ err: cause.cause, path, requestId: ctx?.requestId }, cause.message);
        return;
      }
      if (error.code !== 'INTERNAL_SERVER_ERROR') return;
      deps.logger.error({ err: error.cause ?? error, path, requestId: ctx?.requestId }, 'a call failed');
    },
  });
}

function answerErrors({ logger }: Deps): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { requestId } = response.locals;
    // The response has already started; the client detects the broken transfer.
    if (response.headersSent) return void response.destroy();
    const appError = asAppError(error);
    if (appError.code === 'internal')
      logger.error({ err: error, requestId, path: pathOf(request) }, 'a request failed');
    response.set('Cache-Control', 'no-store');
    if (appError.retryAfterSeconds) response.set('Retry-After', String(appError.retryAfterSeconds));
    sendError(response, appError);
  };
}

const sendError = (response: express.Response, { code, message }: AppError) =>
  void response.status(errorTable[code].status).json({ message, code, requestId: response.locals.requestId });
const errorFormatOf = (path: string) => (path.startsWith('/v1/') ? sendAppError : sendError);

/** Errors of Express and its parsers have a status; all others are reported as "something went wrong". */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const ofDatabase = databaseError(error);
  if (ofDatabase) return ofDatabase;
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return new AppError('too_large', 'The request is too large.');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('validation', 'Invalid request.');
  return new AppError('internal', somethingWentWrong);
}
