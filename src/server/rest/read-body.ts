/** Bodies: JSON objects of at most a megabyte, and nothing else. */
import { createHash } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { AppError } from '~/server/lib/errors';
import { checkShape } from '~/server/lib/request-shape';

const bodyBytes = 1024 * 1024;

const parseJson = express.json({
  limit: bodyBytes,
  type: 'application/json',
  verify: (_request, response, bytes) => {
    // What an Idempotency-Key stands for: the bytes, before they were read in one way or another.
    (response as Response).locals.bodyHash = createHash('sha256').update(bytes).digest('hex');
  },
});

export const readBody: RequestHandler = (request, response, next) => {
  // An empty body needs no type; some clients send its length.
  if (request.get('content-length') !== '0' && request.is('application/json') === false) throw notJson();
  parseJson(request, response, (error?: unknown) => {
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
