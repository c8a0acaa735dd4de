import type { Request, RequestHandler } from 'express';
import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';
import { isOwnOrigin } from './origin';

/**
 * Rejects writes of other sites' pages, which would carry the cookies of this one. Programs with an Origin of their
 * own, such as desktop apps, may write with a token: pages can't send one to another site, because no response allows
 * it. The cookies of such a request are dropped, so that it has only the rights of its token, or none if the token is
 * invalid.
 */
export function rejectForeignWrites(env: Env, isFromProgram: (request: Request) => boolean): RequestHandler {
  return (request, _response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (isRead || isOwnOrigin(env, request)) return next();
    if (!isFromProgram(request)) throw fromAnotherSite();
    delete request.headers.cookie;
    next();
  };
}

export const fromAnotherSite = () => new AppError('forbidden', 'This request came from another site and was rejected.');
