/** Request bodies: only JSON objects within their limit. */

import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Deps } from '~/server/deps';
import { AppError, signedOut } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import { checkShape } from '~/server/lib/request-shape';
import { createHttpContext } from '~/server/trpc/context';
import type { Access, Meta } from '~/server/trpc/init';
import { bodyLimits, isSignedIn, isSmall } from './body-limits';

const reader = (limit: number) =>
  express.json({
    limit,
    type: 'application/json',
    verify: (_request, response, bytes) => {
      // An Idempotency-Key is bound to the exact bytes of the body.
      (response as Response).locals.bodyHash = sha256(bytes);
    },
  });

const readSmall = reader(bodyLimits.anonymous);
const readLarge = reader(bodyLimits.signedIn);
const readText = reader(bodyLimits.withText);

export const readBody =
  (deps: Deps, { access, takesText }: Pick<Meta, 'takesText'> & { access: Access }): RequestHandler =>
  async (request, response, next) => {
    // An empty body needs no type; some clients send only its length.
    if (request.get('content-length') !== '0' && request.is('application/json') === false) throw notJson();
    const mayBeLarge = !isSmall(request) && (await isSignedIn(createHttpContext(deps, request, response)));
    const largest = takesText ? readText : readLarge;
    const read = mayBeLarge ? largest : readSmall;
    read(request, response, (error?: unknown) => {
      // Too large without a session: an authentication error comes first.
      if (error && !mayBeLarge && access !== 'everybody' && (error as { status?: number }).status === 413)
        return next(signedOut());
      if (error) return next((error as { status?: number }).status === 415 ? notJson() : error);
      next(problemOf(request));
    });
  };

function problemOf({ body }: Request): unknown {
  const isObject = body === undefined || (typeof body === 'object' && !Array.isArray(body));
  if (!isObject) return new AppError('validation', 'The body must be a JSON object.');
  try {
    checkShape(body);
  } catch (problem) {
    return problem;
  }
}

const notJson = () => new AppError('unsupported_type', 'Requests must be JSON.');
