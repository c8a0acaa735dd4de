/** The HTTP layer of all search vendors: limits time and size, follows no redirects and types every error. */

import { recordOf } from '~/shared/is-record';
import { SearchError } from './types';
import type { JsonObject, SearchVendor, VendorRequest } from './vendor';

const maxBytes = 2 * 1024 * 1024;

export async function askVendor(
  { name, baseUrl }: SearchVendor,
  { path, parameters = {}, headers, body }: VendorRequest,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<JsonObject> {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(key, `${value}`);
  const late = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect would send the key to another host.
      redirect: 'manual',
      signal: AbortSignal.any([late, limits.signal]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw fromStatus(name, response);
    }
    return parsed(name, await textOf(name, response));
  } catch (error) {
    limits.signal.throwIfAborted();
    if (error instanceof SearchError) throw error;
    if (late.aborted) throw new SearchError('timed_out', `${name} did not respond in time`);
    throw new SearchError('unavailable', `${name} is unreachable`, { cause: error });
  }
}

function fromStatus(name: string, { status, headers }: Response): SearchError {
  const message = `${name} responded with status ${status}`;
  // 432 and 433 are Tavily's statuses for an exhausted plan.
  if ([429, 432, 433].includes(status)) {
    const seconds = Number(headers.get('retry-after') ?? '');
    return new SearchError('rate_limited', message, seconds > 0 ? { retryAfterSeconds: seconds } : {});
  }
  if ([401, 402, 403].includes(status)) {
    const hint = name === 'searxng' ? ': add json to search.formats in its settings.yml' : '';
    return new SearchError('unauthorized', message + hint);
  }
  if (status >= 500) return new SearchError('unavailable', message);
  return new SearchError(status < 400 ? 'bad_answer' : 'refused', message);
}

async function textOf(name: string, response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  // Node's type of the body lacks the async iterator that it has at runtime.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new SearchError('bad_answer', `${name} sent too large a response`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(name: string, text: string): JsonObject {
  try {
    return recordOf(JSON.parse(text));
  } catch (error) {
    throw new SearchError('bad_answer', `${name} did not send JSON`, { cause: error });
  }
}
