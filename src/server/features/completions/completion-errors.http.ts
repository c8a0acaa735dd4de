/** Writes errors in the format of OpenAI's API, so that its clients understand them. */
import type { Response } from 'express';
import { type AppError, errorTable } from '~/server/lib/errors';
import { toModelError } from '~/server/providers/llm/openai-errors';
import { objectOf, stringOf } from '~/server/providers/llm/openai-wire';

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
  429: 'rate_limit_error',
};

export function sendAppError(response: Response, error: AppError): void {
  const { status } = errorTable[error.code];
  if (error.retryAfterSeconds) response.set('Retry-After', String(error.retryAfterSeconds));
  const code = error.code === 'not_found' ? 'model_not_found' : error.code;
  send(response, status, error.message, code, error.field);
}

/**
 * Request errors of the endpoint are passed on, because the caller can fix them. Errors about the installation's key,
 * quota or URL are not.
 */
export function sendModelError(response: Response, cause: unknown): void {
  const { status, error, message: fullMessage } = objectOf(cause);
  if (typeof status === 'number' && status >= 400 && status < 500 && ![401, 402, 403, 404, 407, 429].includes(status)) {
    const { message, code, param, type } = objectOf(error);
    const words = stringOf(message) ?? stringOf(fullMessage) ?? 'The AI model rejected the request.';
    send(response, status, words, stringOf(code) ?? null, stringOf(param) ?? null, stringOf(type));
    return;
  }
  const failure = toModelError(cause);
  if (failure.retryAfterSeconds) response.set('Retry-After', String(Math.ceil(failure.retryAfterSeconds)));
  send(response, failure.code === 'rate_limited' ? 429 : 502, failure.message, failure.code);
}

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
