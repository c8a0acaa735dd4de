/** A small client of the REST API, for pages that don't load tRPC. */

import { appWords as words } from '~/client/words/app';
import { recordOf } from '~/shared/is-record';
import { atBase } from './base-path';

/** An error response. The error's message is 'status: body'. */
class RestError extends Error {
  override readonly name = 'RestError';
}

export async function post(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(atBase(path), {
    method: 'POST',
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new RestError(`${response.status}: ${text || response.statusText}`);
  return text ? JSON.parse(text) : undefined;
}

/** The text to show: the `message` of the JSON body, else the raw body, or our own text without a response. */
export function restMessage(cause: unknown, fallback: string): string {
  if (!(cause instanceof RestError)) return navigator.onLine ? words.unreachable : words.offline;
  const body = cause.message.replace(/^\d+: /, '');
  try {
    const { message } = recordOf(JSON.parse(body));
    return typeof message === 'string' && message ? message : fallback;
  } catch {
    return body || fallback;
  }
}
