/**
 * The REST API under /api: a thin shim over the tRPC caller. It reads requests and writes responses; authentication,
 * validation and rate limits run in the procedures, as for every other transport.
 */
import { TRPCError } from '@trpc/server';
import { type Request, type RequestHandler, Router } from 'express';
import type { Deps } from '~/server/deps';
import { idempotencyKeyOf, type StoredResponse, withIdempotency } from '~/server/http/idempotency';
import { apiDocs } from '~/server/http/pages/api-docs';
import { readBody } from '~/server/http/read-body';
import { AppError } from '~/server/lib/errors';
import { createHttpContext } from '~/server/trpc/context';
import { toAppError } from '~/server/trpc/init';
import { queryValue, readList } from './lists';
import { openApiDocument } from './openapi';
import { callProcedure, definitionOf } from './procedures';
import type { Call, Method, Route } from './route';
import { routes } from './routes';

export function restApi(deps: Deps): Router {
  const router = Router();
  router.get('/openapi.json', (_request, response) => void response.json(openApiDocument(deps.env)));
  router.use('/docs', apiDocs(deps.env));
  router.all('/openapi.json', rejectMethod(['get']));
  // Grouped by path, so that /admin/users/lock never means the user "lock".
  for (const [path, ofPath] of routesByPath()) {
    for (const route of ofPath) {
      const reader = readBody(deps, { ...definitionOf(route.procedure).meta, access: route.access });
      router[route.method](path, ...(route.body ? [reader] : []), handle(deps, route));
    }
    router.all(path, rejectMethod(ofPath.map(({ method }) => method)));
  }
  router.use(() => {
    throw new AppError('not_found', 'Not found.');
  });
  return router;
}

function routesByPath(): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

function rejectMethod(methods: Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return (request, response) => {
    response.set('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    throw new AppError('wrong_method', 'Method not allowed.');
  };
}

function handle(deps: Deps, route: Route): RequestHandler {
  return async (request, response) => {
    // A long request is authenticated again while it runs.
    const context = createHttpContext(deps, request, response, {
      recheck: Boolean(route.perform ?? route.stream ?? route.download),
    });
    try {
      const call: Call = { deps, context, request, response, input: inputOf(route, request) };
      const write = route.stream ?? route.download?.send;
      if (write) return await write(call);
      const { status, body } = await once(call, route, async () => ({
        status: route.status,
        body: JSON.stringify(await perform(call, route)),
      }));
      response.status(status).type('json').send(body);
    } catch (error) {
      throw appErrorOf(error);
    }
  };
}

/** Path parameters override body fields of the same name. A list parses its own filters. */
function inputOf(route: Route, request: Request): Record<string, unknown> {
  const names = route.list ? [] : route.filters;
  const fromQuery = names.map((name) => [name, queryValue(request, name)]).filter(([, value]) => value !== undefined);
  const fromPath = Object.entries(route.params).map(([param, field]) => [field, request.params[param]]);
  return { ...request.body, ...Object.fromEntries(fromQuery), ...Object.fromEntries(fromPath) };
}

async function perform(call: Call, route: Route): Promise<unknown> {
  if (route.perform) return route.perform(call);
  const run = (input: unknown) => callProcedure(call.context, route.procedure, input);
  return route.list ? readList(route, call, run) : run(call.input);
}

async function once(call: Call, route: Route, run: () => Promise<StoredResponse>): Promise<StoredResponse> {
  const key = route.idempotency ? idempotencyKeyOf(call.request) : null;
  const signedIn = key && (await call.context.authenticate());
  if (!key || !signedIn || !route.idempotency) return run();
  return withIdempotency(call.deps, { ...call, userId: signedIn.user.id, key, kind: route.idempotency }, run);
}

/** Converts a procedure's error for the application's error handler. */
function appErrorOf(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  const { appError } = toAppError(error);
  return appError.code === 'internal' && appError !== error.cause
    ? new AppError('internal', appError.message, { cause: error.cause ?? error })
    : appError;
}
