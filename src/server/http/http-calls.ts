/**
 * tRPC's Express adapter with additions: one parser of the path, no subscriptions over HTTP, and a body limit that
 * depends on the caller.
 */
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '~/server/lib/errors';
import type { AppRouter } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import { procedureOf } from '~/server/trpc/procedure-table';
import { bodyLimits, isSignedIn, isSmall } from './body-limits';

type AdapterOptions = Parameters<typeof createExpressMiddleware<AppRouter>>[0];

interface HttpCalls extends Pick<AdapterOptions, 'router' | 'maxBatchSize' | 'responseMeta' | 'onError'> {
  createContext(request: Request, response: Response): Context;
}

/** Expects a JSON body; other types are rejected before. */
export function httpCalls({ createContext, ...calls }: HttpCalls): RequestHandler {
  return async (request, response, next) => {
    const names = procedureNames(request.path);
    rejectSubscriptions(calls.router, names);
    request.url = `/${names.join()}${queryOf(request.url)}`;
    const context = createContext(request, response);
    // Looks up the session while the body arrives. An error is reported by the procedure that needs the session.
    if (!isPublic(calls.router, names)) {
      context.identify().catch(() => {});
      // The pool sends the query in the next tick, before the adapter starts its work on the request.
      await null;
    }
    const largest = takesText(calls.router, names) ? bodyLimits.withText : bodyLimits.signedIn;
    const maxBodySize = isSmall(request) || !(await isSignedIn(context)) ? bodyLimits.anonymous : largest;
    createExpressMiddleware({ ...calls, maxBodySize, createContext: () => context })(request, response, next);
  };
}

/**
 * The only parser of the path below /trpc, so that the names checked here are those that are called. Otherwise a double
 * or encoded slash could make two parsers find different procedures in one path.
 */
export function procedureNames(path: string): string[] {
  const [, names] = /^\/?([\w.,-]*)$/.exec(decoded(path)) ?? [];
  if (names === undefined) throw new AppError('not_found', 'Not found.');
  return names.split(',');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new AppError('validation', 'Invalid request.', { cause });
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Whether all of these procedures can be called without a session, or do not exist. */
function isPublic(router: AppRouter, names: string[]): boolean {
  return names.map((name) => procedureOf(router, name)).every((one) => !one || one.meta.access === 'everybody');
}

/** Whether one of these procedures takes a text that the usual body limit rejects. */
function takesText(router: AppRouter, names: string[]): boolean {
  return names.some((name) => procedureOf(router, name)?.meta.takesText);
}

/** Subscriptions belong on the socket, where the end of a session ends them too. */
function rejectSubscriptions(router: AppRouter, names: string[]): void {
  if (names.some((name) => procedureOf(router, name)?.type === 'subscription'))
    throw new AppError('wrong_method', 'Subscriptions need a WebSocket connection.');
}
