/** Writes errors in the format of OpenAI's API, so that its clients understand them. */
import type { Response } from 'express';
import { type AppError, errorTable } from '~/server/lib/errors';
import { toModelError } from '~/server/providers/llm/openai-errors';
import { objectOf, stringOf } from '~/server/providers/llm/openai-wire';
import type { ModelError } from '~/server/providers/llm/types';

interface ErrorBody {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

const types: Partial<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  429: 'rate_limit_error',
};

export function sendAppError(response: Response, error: AppError): void {
  const { status } = errorTable[error.code];
  if (error.retryAfterSeconds) response.set('Retry-After', String(error.retryAfterSeconds));
  const code = error.code === 'not_found' ? 'model_not_found' : error.code;
  send(response, status, error.message, code, error.field);
}

/** Other statuses, such as that of a content filter, would be taken for errors of the API token. */
const statusesOfRequests = [400, 409, 413, 415, 422];

/**
 * Request errors of the endpoint are passed on, because the caller can fix them. Errors about the installation's key,
 * quota or URL are not: they are recognized by their message too, because xAI returns 400 for a wrong key.
 */
export function sendModelError(response: Response, cause: unknown): void {
  const failure = toModelError(cause);
  const { status, error } = objectOf(cause);
  if (typeof status === 'number' && isAboutRequest(failure)) {
    const { code, param, type } = objectOf(error);
    const words = failure.reason ?? 'The AI model rejected the request.';
    const sent = statusesOfRequests.includes(status) ? status : 400;
    send(response, sent, words, stringOf(code) || null, stringOf(param) ?? null, stringOf(type));
    return;
  }
  // Not 502, which OpenAI's clients retry.
  if (isAboutRequest(failure)) {
    send(response, 400, failure.message, failure.code === 'too_long' ? 'context_length_exceeded' : failure.code);
    return;
  }
  if (failure.retryAfterSeconds) response.set('Retry-After', String(Math.ceil(failure.retryAfterSeconds)));
  send(response, failure.code === 'rate_limited' ? 429 : 502, failure.message, failure.code);
}

/** A hint is for the operator. */
const isAboutRequest = ({ code, hint }: ModelError) => (code === 'refused' || code === 'too_long') && !hint;

function send(
  response: Response,
  status: number,
  message: string,
  code: string | null,
  param: string | null = null,
  type = types[status] ?? 'api_error',
): void {
  const error: ErrorBody = { message, type, param, code };
  response.status(status).set('Cache-Control', 'no-store').json({ error });
}
