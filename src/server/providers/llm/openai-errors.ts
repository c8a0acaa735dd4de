import { objectOf, stringOf, type WireObject } from './openai-wire';
import { ModelError } from './types';

/** Failures of an OpenAI-compatible endpoint in words a reader can act on. The SDK's error stays behind as `cause`. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const { status, code, cause } = objectOf(error);
  return typeof status === 'number'
    ? fromStatus(status, stringOf(code), error)
    : fromConnection(objectOf(cause ?? error), error);
}

function fromStatus(status: number, code: string | undefined, cause: unknown): ModelError {
  const options = { cause, retryAfterSeconds: retryAfterSeconds(cause) };
  const words = vendorWords(objectOf(objectOf(cause).error).message);
  if (status === 402 || code === 'insufficient_quota') return quotaUsedUp(options);
  if (status === 401)
    return new ModelError('unauthorized', 'The model endpoint refused the API key. Check the key in .env.', options);
  if (status === 403)
    return new ModelError(
      'unauthorized',
      'The API key is not allowed to use this model. Check the key in .env.',
      options,
    );
  if (status === 429) return rateLimited(options);
  if (status === 408) return new ModelError('timed_out', 'The model endpoint took too long to answer.', options);
  if (status === 413 || code === 'context_length_exceeded') return questionTooLong(options);
  if (status === 404 || status === 405 || status === 410)
    return new ModelError(
      'refused',
      `The model endpoint does not know this model or this API.${words} Check AI_MODEL and AI_BASE_URL; endpoints without the Responses API need AI_API=chat.`,
      options,
    );
  if (status >= 500)
    return new ModelError('unavailable', 'The model endpoint has a problem of its own. Please try again.', options);
  if (status < 400) return new ModelError('refused', 'The model endpoint has moved. Check AI_BASE_URL.', options);
  return new ModelError('refused', `The model endpoint refused the request.${words}`, options);
}

function fromConnection(error: WireObject, cause: unknown): ModelError {
  const code = stringOf(error.code) ?? '';
  const words =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? 'The address of the model endpoint could not be found. Check AI_BASE_URL and the network.'
      : code === 'ECONNREFUSED'
        ? 'Nothing answers at the address of the model endpoint. Is it running?'
        : /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
          ? 'The secure connection to the model endpoint failed. Check its certificate.'
          : 'The model endpoint could not be reached. Please try again.';
  return new ModelError('unavailable', words, { cause });
}

/** A failure that the vendor reports inside a stream that began well. */
export function fromVendorError(error: WireObject): ModelError {
  const code = stringOf(error.code) ?? stringOf(error.type) ?? '';
  const options = { cause: error };
  if (code === 'insufficient_quota') return quotaUsedUp(options);
  if (code.includes('rate_limit')) return rateLimited(options);
  if (code === 'context_length_exceeded') return questionTooLong(options);
  if (code.includes('content_filter') || code.includes('policy')) return contentFiltered();
  if (code.startsWith('invalid')) {
    return new ModelError('refused', `The model endpoint refused the request.${vendorWords(error.message)}`, options);
  }
  return new ModelError('unavailable', 'The model endpoint failed while answering. Please try again.', options);
}

export function timedOut(idleMs: number): ModelError {
  const seconds = Math.max(1, Math.round(idleMs / 1000));
  return new ModelError('timed_out', `The model endpoint was silent for ${seconds} s. Please try again.`);
}

export function cutOff(cause?: unknown): ModelError {
  return new ModelError('cut_off', 'The answer was cut off: the connection to the model endpoint ended early.', {
    cause,
  });
}

export function notAStream(): ModelError {
  return new ModelError(
    'bad_answer',
    'The address of the model endpoint answers, but not as a model. Check AI_BASE_URL.',
  );
}

export function neverAnswers(): ModelError {
  return new ModelError('bad_answer', 'The model kept asking for data and gave no answer. Please try again.');
}

export function answerTooLong(): ModelError {
  // Not `cut_off`: asking again would end at the same limit.
  return new ModelError('refused', 'The answer reached the length limit of the model.');
}

export function contentFiltered(): ModelError {
  return new ModelError('refused', 'The content filter of the model endpoint stopped this answer.');
}

interface Details {
  cause: unknown;
  retryAfterSeconds?: number | undefined;
}

// Waiting doesn't mend it, so it must not look like a rate limit.
function quotaUsedUp({ cause }: Details): ModelError {
  return new ModelError('refused', 'The quota of the account at the model provider is used up. Check its billing.', {
    cause,
  });
}

function rateLimited({ cause, retryAfterSeconds: seconds }: Details): ModelError {
  const when = seconds === undefined ? 'in a moment' : `in ${Math.max(1, Math.ceil(seconds))} s`;
  const message = `The model endpoint is receiving too many requests. Please try again ${when}.`;
  return new ModelError(
    'rate_limited',
    message,
    seconds === undefined ? { cause } : { cause, retryAfterSeconds: seconds },
  );
}

function questionTooLong({ cause }: Details): ModelError {
  return new ModelError('refused', 'The conversation is too long for this model. Start a new chat.', { cause });
}

/** Seconds, or a date, as HTTP allows. */
function retryAfterSeconds(error: unknown): number | undefined {
  const { headers } = objectOf(error);
  const value = headers instanceof Headers ? headers.get('retry-after') : null;
  if (!value) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Of a longer line only this much is read: far more than is shown. */
const mostCharacters = 1000;

/** The first line, cut between words, as half an address or key would not be recognized as one. */
function firstWords(message: string): string {
  const line = message.slice(0, mostCharacters + 1).split('\n')[0] ?? '';
  return line.length <= mostCharacters ? line : line.slice(0, line.lastIndexOf(' ') + 1);
}

/** The vendor's own sentence, as ` Its words: “…”`, without what must not be shown: addresses, keys, paths, stacks. */
function vendorWords(message: unknown): string {
  const line = firstWords(stringOf(message) ?? '');
  const safe = line
    .replace(/\S*:\/\/\S*/g, '…')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '…')
    .replace(/\S*@\S*/g, '…')
    .replace(/(^|[\s('"`])\/[\w.-]+\/\S*/g, '$1…')
    .replace(/\b(sk|xai|key|Bearer)[-_ ][\w*.-]{4,}/gi, '…')
    .replace(/(?=[\w*-]*\d)[\w*-]{24,}/g, '…')
    .trim();
  if (safe === '') return '';
  return ` Its words: “${safe.length > 160 ? `${safe.slice(0, 159)}…` : safe}”`;
}
