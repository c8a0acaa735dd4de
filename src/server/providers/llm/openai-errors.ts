import { brand } from '~/shared/brand';
import { recordOf } from '~/shared/is-record';
import { stringOf, type WireObject } from './openai-wire';
import { CrossOriginRedirect } from './redirects';
import { ModelError } from './types';
import { safeReason, type VendorError } from './vendor-error';

/** Users can't fix the settings, so they get this message; the operator gets the hint in the log. */
const misconfigured = `${brand.chat} can't reach its AI model right now. Your message is saved. Try again later, or contact your administrator.`;

/** Errors of an OpenAI-compatible endpoint: `message` for users, `hint` for the operator, the original as `cause`. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof CrossOriginRedirect) return crossOriginRedirect(error);
  const { status, cause } = recordOf(error);
  if (typeof status !== 'number') return fromConnection(recordOf(cause ?? error), error);
  const { message, code, param } = recordOf(recordOf(error).error);
  const vendor = { message: stringOf(message) ?? '', code: stringOf(code) ?? '', status, param: stringOf(param) };
  return fromVendor(vendor, error);
}

/** An error that the vendor reports within a stream, or with a success status. */
export function fromVendorError(error: VendorError): ModelError {
  return fromVendor(error, error);
}

/** The vendor's message is for the log and administrators; users read what they can do. */
function fromVendor({ message, code, status, param }: VendorError, cause: unknown): ModelError {
  const reason = safeReason(message);
  const details = { cause, reason };
  const named = `${code} ${message}`;
  if (status === 402 || code === 'insufficient_quota' || quotaWords.test(message)) return quotaUsedUp(details);
  if (isTooLong(status, code, message)) return questionTooLong(details);
  if (status === 429 || (status === undefined && /rate.?limit|too many requests/i.test(named)))
    return rateLimited({ ...details, retryAfterSeconds: retryAfterSeconds(cause) ?? secondsIn(message) });
  if (
    /content.?filter|content_policy|content exists risk|ResponsibleAI|moderation|\bflagged\b|sensitive/i.test(named) &&
    status !== 401
  )
    return contentFiltered(details);
  // xAI and Gemini return 400 for a wrong key.
  if (/api key not valid|(incorrect|invalid) api key/i.test(message)) return fromStatus(401, details);
  if (status !== undefined) return fromStatus(status, details);
  if (/^invalid|unsupported|not_found/i.test(code) || param) return rejected(details);
  if (/overloaded|unavailable|timeout|server_error|internal/i.test(code)) return serverTrouble(details);
  return new ModelError('unavailable', 'The AI model failed while answering. Try again.', details);
}

function fromStatus(status: number, details: Details): ModelError {
  const { reason } = details;
  const words = reason ? ` Details: "${reason}"` : '';
  if (status === 401)
    return new ModelError('unauthorized', misconfigured, {
      ...details,
      hint: 'The model endpoint rejected the API key. Check the key of the endpoint.',
    });
  if (status === 403)
    return new ModelError('unauthorized', misconfigured, {
      ...details,
      hint: 'The API key is not allowed to use this model. Check the key of the endpoint.',
    });
  if (status === 408) return new ModelError('timed_out', 'The AI model took too long to respond. Try again.', details);
  if (status === 404 || status === 405 || status === 410)
    return new ModelError('refused', misconfigured, {
      ...details,
      hint: `The model endpoint does not have this model or this API.${words} Check the name of the model, and the address and API of the endpoint.`,
    });
  if (status >= 500) return serverTrouble(details);
  if (status < 400)
    return new ModelError('refused', misconfigured, {
      ...details,
      hint: 'The model endpoint redirects to another URL. Check its address.',
    });
  return rejected(details);
}

const crossOriginRedirect = ({ origin }: CrossOriginRedirect) =>
  new ModelError('refused', misconfigured, {
    hint: `The model endpoint redirects to ${origin}, where its key and messages are not sent. If that is its new address, enter it instead.`,
  });

const rejected = (details: Details) =>
  new ModelError(
    'refused',
    'The AI model rejected this request. Change your message, or contact your administrator.',
    details,
  );

const serverTrouble = (details: Details) =>
  new ModelError('unavailable', 'The AI model has a problem right now. Try again in a moment.', details);

function fromConnection(error: WireObject, cause: unknown): ModelError {
  const code = stringOf(error.code) ?? '';
  const hint =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? 'The host of the model endpoint was not found. Check its address and the network.'
      : code === 'ECONNREFUSED'
        ? 'The model endpoint refused the connection. Check that it is running.'
        : /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)
          ? 'The TLS connection to the model endpoint failed. Check its certificate.'
          : 'The model endpoint is unreachable. Check its address and the network.';
  return new ModelError('unavailable', misconfigured, { cause, hint });
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
    hint: 'The address does not point to a model endpoint. Check it. Most end with /v1.',
  });
}

export function unreadable(data: string): ModelError {
  return new ModelError('bad_answer', 'The AI model sent an invalid response. Try again.', {
    reason: safeReason(data),
  });
}

export function emptyAnswer(): ModelError {
  return new ModelError('empty', 'The AI model returned an empty answer. Try again.');
}

export function responseTimeout(): ModelError {
  return new ModelError('bad_answer', 'The AI model kept requesting data and gave no answer. Try again.');
}

export function answerTooLong(): ModelError {
  // Not `cut_off`: a retry would reach the same limit.
  return new ModelError('refused', 'The answer reached the length limit of the AI model.');
}

export function contentFiltered(details?: Details): ModelError {
  return new ModelError('refused', 'The content filter of the AI model stopped this answer.', details);
}

interface Details {
  cause?: unknown;
  reason?: string;
  retryAfterSeconds?: number | undefined;
}

// Waiting doesn't help, so it must not look like a rate limit.
function quotaUsedUp(details: Details): ModelError {
  return new ModelError('refused', misconfigured, {
    ...details,
    hint: 'The quota at the model provider is used up. Check the billing there.',
  });
}

function rateLimited(details: Details): ModelError {
  const { retryAfterSeconds: seconds } = details;
  const when = seconds === undefined ? 'in a moment' : `in ${Math.max(1, Math.ceil(seconds))} s`;
  return new ModelError('rate_limited', `The AI model is receiving too many requests. Try again ${when}.`, details);
}

function questionTooLong(details: Details): ModelError {
  const words = 'Your message and its files are too long for this AI model. Shorten the message or remove files.';
  return new ModelError('too_long', words, details);
}

/** Anthropic's and xAI's have the status of a wrong request, of too many requests or of a wrong key. */
const quotaWords =
  /insufficient (balance|credits)|credit balance is too low|used all available credits|spending limit|have any credits|out of credits/i;

/** Every vendor has its own message, and some their own status. */
const tooLongWords =
  /context.?(length|window|size)|maximum context|context the overflow|exceed_context|prompt is too long|maximum prompt length|input (token count|length)|too many (input )?tokens|request too large|reduce (the|your) (length|message|prompt)|too large for model|max_new_tokens|tokens to keep from the initial prompt|model token limit|prompt exceeds max(imum)? length|max tokens allowed|input is too long|total text bytes/i;

function isTooLong(status: number | undefined, code: string, message: string): boolean {
  if (status === 413 || code === 'context_length_exceeded') return true;
  if (status === 401 || status === 403 || status === 404) return false;
  return tooLongWords.test(`${code} ${message}`);
}

/** Seconds, or a date, as HTTP allows. */
function retryAfterSeconds(error: unknown): number | undefined {
  const { headers } = recordOf(error);
  if (!(headers instanceof Headers)) return undefined;
  const ms = Number(headers.get('retry-after-ms') || Number.NaN);
  if (ms >= 0) return ms / 1000;
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Gemini and Groq report it only as text: "Please retry in 13.2s", "Please try again in 1m7.66s". */
function secondsIn(message: string): number | undefined {
  const found = /(?:retry|try again) in (?:(\d+)m)?(\d+(?:\.\d+)?)(ms|s)\b/i.exec(message);
  if (!found) return undefined;
  const [, minutes = '0', amount = '0', unit] = found;
  return Number(minutes) * 60 + Number(amount) / (unit === 'ms' ? 1000 : 1);
}
