/**
 * tRPC's HTTP calls behind Express. What a call means is tRPC's own resolver's matter; its adapter for Express turns
 * every request and answer into streams of the web, which costs a question more than its transaction does. Here the
 * resolver gets the parts of a request that it looks at, and its answer is written in one piece.
 */
import { TRPCError } from '@trpc/server';
import { type ResponseMetaFn, resolveResponse } from '@trpc/server/http';
import express, {
  type Request as ExpressRequest,
  type Response as ExpressResponse,
  type RequestHandler,
} from 'express';
import { AppError } from '~/server/lib/errors';
import type { AppRouter } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import { bodyLimits, isSignedIn, isSmall } from './body-limits';

export interface HttpCalls {
  router: AppRouter;
  /** Calls in one request. */
  maxBatchSize: number;
  createContext(request: ExpressRequest, response: ExpressResponse): Context;
  responseMeta: ResponseMetaFn<AppRouter>;
  onError(failed: { error: TRPCError; path: string | undefined; ctx: Context | undefined }): void;
}

/** Expects JSON, which is looked at before. */
export function httpCalls(calls: HttpCalls): RequestHandler {
  const reader = (limit: number) => express.json({ limit, strict: false, inflate: false });
  const readSmall = reader(bodyLimits.anybody);
  const readLarge = reader(bodyLimits.signedIn);
  return async (request, response, next) => {
    const names = procedureNames(request.path);
    refuseSubscriptions(calls.router, names);
    const context = calls.createContext(request, response);
    const read = isSmall(request) || !(await isSignedIn(context)) ? readSmall : readLarge;
    read(request, response, (failure?: unknown) => {
      answer(calls, context, names.join(), request, response, failure).catch(next);
    });
  };
}

/**
 * The one reading of the path below /trpc: what is checked here is what the resolver gets. A second slash or an
 * encoded one would otherwise let two readers find two different procedures in one path.
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

/** Subscriptions live on the socket, where the end of a session ends them too. */
function refuseSubscriptions(router: AppRouter, names: string[]): void {
  // At run time tRPC's record is flat, path by path; its type says it is nested.
  const procedures = router._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const isSubscription = (name: string) =>
    Object.hasOwn(procedures, name) && procedures[name]?._def.type === 'subscription';
  if (names.some(isSubscription)) throw new AppError('wrong_method', 'Subscriptions need a WebSocket connection.');
}

async function answer(
  { createContext: _, ...calls }: HttpCalls,
  context: Context,
  path: string,
  request: ExpressRequest,
  response: ExpressResponse,
  failure: unknown,
): Promise<void> {
  const leave = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leave.abort('closed');
  });
  const answered = await resolveResponse({
    ...calls,
    req: partsOf(request, leave.signal, failure),
    path,
    error: null,
    createContext: async () => context,
  });
  // The body came too slowly, and that was answered.
  if (response.headersSent) return;
  response.status(answered.status);
  for (const [name, value] of answered.headers) response.setHeader(name, value);
  response.end(await answered.text());
}

/** Of a fetch Request what the resolver reads of a call in JSON. */
function partsOf(request: ExpressRequest, signal: AbortSignal, failure: unknown): Request {
  const { method, originalUrl, headers } = request;
  const query = originalUrl.indexOf('?');
  const parts: Pick<Request, 'method' | 'url' | 'headers' | 'signal' | 'json'> = {
    method,
    // Only the query is looked at; what else a caller writes as address or Host must not be able to break it.
    url: `http://localhost/${query < 0 ? '' : originalUrl.slice(query)}`,
    headers: new Headers({ accept: headers.accept ?? '', 'content-type': headers['content-type'] ?? '' }),
    signal,
    json: async () => {
      if (failure) throw unreadable(failure);
      return request.body;
    },
  };
  return parts as Request;
}

/** What Express's reader of bodies says, in tRPC's codes. */
function unreadable(cause: unknown): TRPCError {
  const status = (cause as { status?: unknown }).status;
  if (status === 413) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE', cause });
  if (status === 415) return new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', cause });
  return new TRPCError({ code: 'PARSE_ERROR', cause });
}
