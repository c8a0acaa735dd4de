/** The calls of the REST API, for pages that carry no larger client. */

import { appWords as words } from '~/client/words/app';
import { atBase } from './base-path';

/** A refusal; its message reads 'status: body'. */
export class RestError extends Error {
  override readonly name = 'RestError';
}

export async function post(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(atBase(path), {
    method: 'POST',
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new RestError(`${answer.status}: ${text || answer.statusText}`);
  return text ? JSON.parse(text) : undefined;
}

/** The `message` of the refusal's JSON body, else its raw text; words of our own where nobody answered. */
export function restMessage(cause: unknown, fallback: string): string {
  if (!(cause instanceof RestError)) return navigator.onLine ? words.unreachable : words.offline;
  const body = cause.message.replace(/^\d+: /, '');
  try {
    const { message } = (JSON.parse(body) ?? {}) as { message?: unknown };
    return typeof message === 'string' && message ? message : fallback;
  } catch {
    return body || fallback;
  }
}
