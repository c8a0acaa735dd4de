/** Writes errors in the format of OpenAI's API, so that its clients understand them. */

import type { Response } from 'express';
import { type AppError, errorTable } from '~/server/lib/errors';
import { fromVendorError, toModelError } from '~/server/providers/llm/openai-errors';
import { stringOf } from '~/server/providers/llm/openai-wire';
import type { ModelError } from '~/server/providers/llm/types';
import type { VendorError } from '~/server/providers/llm/vendor-error';
import { recordOf } from '~/shared/is-record';

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

/** The field of errors about a model that does not exist. */
export const modelField = 'model';

export const sendUnknownUrl = (response: Response): void =>
  send(response, 404, errorBody(404, 'Unknown request URL.', 'unknown_url'));

export function sendAppError(response: Response, error: AppError): void {
  const { status } = errorTable[error.code];
  if (error.retryAfterSeconds) response.set('Retry-After', String(error.retryAfterSeconds));
  const code = error.code === 'not_found' && error.field === modelField ? 'model_not_found' : error.code;
  send(response, status, errorBody(status, error.message, code, error.field));
}

/** Other statuses, such as that of a content filter, would be taken for errors of the API token. */
const statusesOfRequests = [400, 409, 413, 415, 422];

/**
 * Request errors of the endpoint are passed on, because the caller can fix them. Errors about the installation's key,
 * quota or URL are not: they are recognized by their message too, because xAI returns 400 for a wrong key. A stream
 * that has begun with a comment ends with the error.
 */
export function sendModelError(response: Response, cause: unknown): void {
  if (response.writableEnded || response.destroyed) return;
  const failure = cause instanceof ReportedError ? cause.failure : toModelError(cause);
  const { status, error } = bodyOf(failure, reportedBy(cause));
  if (response.headersSent) return void response.end(`data: ${JSON.stringify({ error })}\n\n`);
  if (failure.retryAfterSeconds && !isAboutRequest(failure))
    response.set('Retry-After', String(Math.ceil(failure.retryAfterSeconds)));
  send(response, status, error);
}

/** An error that the endpoint reports in a response with a success status, instead of an answer. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError';
  readonly failure: ModelError;

  constructor(readonly reported: VendorError) {
    const failure = fromVendorError(reported);
    super(failure.message, { cause: failure });
    this.failure = failure;
  }

  /** The error for the caller, without the installation's key, quota or URL. */
  get body(): ErrorBody {
    return bodyOf(this.failure, this.reported).error;
  }
}

/** What an endpoint reports about an error beside its message. */
interface Reported {
  status?: unknown;
  code?: string | undefined;
  param?: string | undefined;
  type?: string | undefined;
}

function reportedBy(cause: unknown): Reported | undefined {
  if (cause instanceof ReportedError) return cause.reported;
  const { status, error } = recordOf(cause);
  if (typeof status !== 'number') return undefined;
  const { code, param, type } = recordOf(error);
  return { status, code: stringOf(code), param: stringOf(param), type: stringOf(type) };
}

/** Without `reported`, the error did not come from the endpoint. */
function bodyOf(failure: ModelError, reported: Reported | undefined): { status: number; error: ErrorBody } {
  if (reported && isAboutRequest(failure)) {
    const { status, code, param, type } = reported;
    const words = failure.reason ?? 'The AI model rejected the request.';
    const sent = statusesOfRequests.find((one) => one === status) ?? 400;
    return { status: sent, error: errorBody(sent, words, code || null, param ?? null, type) };
  }
  // Not 502, which OpenAI's clients retry.
  if (isAboutRequest(failure)) {
    const code = failure.code === 'too_long' ? 'context_length_exceeded' : failure.code;
    return { status: 400, error: errorBody(400, failure.message, code) };
  }
  const status = failure.code === 'rate_limited' ? 429 : 502;
  return { status, error: errorBody(status, failure.message, failure.code) };
}

/** A hint is for the operator. */
const isAboutRequest = ({ code, hint }: ModelError) => (code === 'refused' || code === 'too_long') && !hint;

function errorBody(
  status: number,
  message: string,
  code: string | null,
  param: string | null = null,
  type = types[status] ?? 'api_error',
): ErrorBody {
  return { message, type, param, code };
}

function send(response: Response, status: number, error: ErrorBody): void {
  response.status(status).set('Cache-Control', 'no-store').json({ error });
}
