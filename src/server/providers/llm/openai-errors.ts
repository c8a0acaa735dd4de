import { brand } from '~/shared/brand';
import { objectOf, stringOf, type WireObject } from './openai-wire';
import { ModelError } from './types';

/** Users can't fix the settings, so they get this message; the operator gets the hint in the log. */
const misconfigured = `${brand.chat} can't reach its AI model right now. Your message is saved. Try again later, or contact your administrator.`;

/** Errors of an OpenAI-compatible endpoint: `message` for users, `hint` for the operator, the original as `cause`. */
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
    return new ModelError('unauthorized', misconfigured, {
      ...options,
      hint: 'The model endpoint rejected the API key. Check the key in .env.',
    });
  if (status === 403)
    return new ModelError('unauthorized', misconfigured, {
      ...options,
      hint: 'The API key is not allowed to use this model. Check the key in .env.',
    });
  if (status === 429) return rateLimited(options);
  if (status === 408) return new ModelError('timed_out', 'The AI model took too long to respond. Try again.', options);
  if (status === 413 || code === 'context_length_exceeded') return questionTooLong(options);
  if (status === 404 || status === 405 || status === 410)
    return new ModelError('refused', misconfigured, {
      ...options,
      hint: `The model endpoint does not have this model or this API.${words} Check AI_MODEL and AI_BASE_URL. Endpoints without the Responses API need AI_API=chat.`,
    });
  if (status >= 500)
    return new ModelError('unavailable', 'The AI model has a problem right now. Try again in a moment.', options);
  if (status < 400)
    return new ModelError('refused', misconfigured, {
      ...options,
      hint: 'The model endpoint redirects to another URL. Check AI_BASE_URL.',
    });
  return new ModelError('refused', `The AI model rejected the request.${words}`, options);
}

function fromConnection(error: WireObject, cause: unknown): ModelError {
  const code = stringOf(error.code) ?? '';
  const hint =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? 'The host of the model endpoint was not found. Check AI_BASE_URL and the network.'
      : code === 'ECONNREFUSED'
        ? 'The model endpoint refused the connection. Check that it is running.'
        : /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
          ? 'The TLS connection to the model endpoint failed. Check its certificate.'
          : 'The model endpoint is unreachable. Check AI_BASE_URL and the network.';
  return new ModelError('unavailable', misconfigured, { cause, hint });
}

/** An error that the vendor reports in the middle of a stream. */
export function fromVendorError(error: WireObject): ModelError {
  const code = stringOf(error.code) ?? stringOf(error.type) ?? '';
  const options = { cause: error };
  if (code === 'insufficient_quota') return quotaUsedUp(options);
  if (code.includes('rate_limit')) return rateLimited(options);
  if (code === 'context_length_exceeded') return questionTooLong(options);
  if (code.includes('content_filter') || code.includes('policy')) return contentFiltered();
  if (code.startsWith('invalid')) {
    return new ModelError('refused', `The AI model rejected the request.${vendorWords(error.message)}`, options);
  }
  return new ModelError('unavailable', 'The AI model failed while answering. Try again.', options);
}

export function timedOut(idleMs: number): ModelError {
  const seconds = Math.max(1, Math.round(idleMs / 1000));
  return new ModelError('timed_out', `The AI model sent nothing for ${seconds} s. Try again.`);
}

export function cutOff(cause?: unknown): ModelError {
  return new ModelError('cut_off', 'The connection to the AI model was lost. Try again.', {
    cause,
  });
}

export function notAStream(): ModelError {
  return new ModelError('bad_answer', misconfigured, {
    hint: 'AI_BASE_URL does not point to a model endpoint. Check AI_BASE_URL.',
  });
}

export function neverAnswers(): ModelError {
  return new ModelError('bad_answer', 'The AI model kept requesting data and gave no answer. Try again.');
}

export function answerTooLong(): ModelError {
  // Not `cut_off`: a retry would reach the same limit.
  return new ModelError('refused', 'The answer reached the length limit of the AI model.');
}

export function contentFiltered(): ModelError {
  return new ModelError('refused', 'The content filter of the AI model stopped this answer.');
}

interface Details {
  cause: unknown;
  retryAfterSeconds?: number | undefined;
}

// Waiting doesn't help, so it must not look like a rate limit.
function quotaUsedUp({ cause }: Details): ModelError {
  return new ModelError('refused', misconfigured, {
    cause,
    hint: 'The quota at the model provider is used up. Check its billing.',
  });
}

function rateLimited({ cause, retryAfterSeconds: seconds }: Details): ModelError {
  const when = seconds === undefined ? 'in a moment' : `in ${Math.max(1, Math.ceil(seconds))} s`;
  const message = `The AI model is receiving too many requests. Try again ${when}.`;
  return new ModelError(
    'rate_limited',
    message,
    seconds === undefined ? { cause } : { cause, retryAfterSeconds: seconds },
  );
}

function questionTooLong({ cause }: Details): ModelError {
  return new ModelError('refused', 'This conversation is too long for the AI model. Start a new chat.', { cause });
}

/** Seconds, or a date, as HTTP allows. */
function retryAfterSeconds(error: unknown): number | undefined {
  const { headers } = objectOf(error);
  const value = headers instanceof Headers ? headers.get('retry-after') : null;
  if (!value) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Longer lines are cut before the replacements below run. Much less is shown. */
const mostCharacters = 1000;

/** The first line, cut between words, because half a URL or key would not be recognized below. */
function firstWords(message: string): string {
  const line = message.slice(0, mostCharacters + 1).split('\n')[0] ?? '';
  return line.length <= mostCharacters ? line : line.slice(0, line.lastIndexOf(' ') + 1);
}

/** The vendor's message, as ` Details: "…"`, without URLs, addresses, keys, paths and stacks. */
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
  return ` Details: "${safe.length > 160 ? `${safe.slice(0, 159)}…` : safe}"`;
}
