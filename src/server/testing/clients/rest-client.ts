/**
 * A REST client. Every response is searched for secrets: none may contain a password, a hash, a session id or a key.
 */
import { expect } from 'vitest';
import { sessionCookieName } from '~/server/auth/session-cookie';

export interface RestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed response; undefined if it is not JSON. */
  body: unknown;
}

export interface RestCaller {
  sessionToken?: string | null;
  token?: string;
  headers?: Record<string, string>;
}

export interface RestClient {
  call(method: string, path: string, body?: unknown, caller?: RestCaller): Promise<RestResponse>;
  /** Sends a raw body of any type. */
  send(method: string, path: string, body: string | undefined, caller?: RestCaller): Promise<RestResponse>;
}

/** Values that no response may contain, collected as tests create them. */
export const secrets = new Set<string>();

export function restClient(address: string): RestClient {
  const send: RestClient['send'] = async (method, path, body, caller = {}) => {
    if (caller.sessionToken) secrets.add(caller.sessionToken);
    if (caller.token) secrets.add(caller.token);
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(caller.sessionToken && { cookie: `${sessionCookieName}=${caller.sessionToken}` }),
        ...(caller.token && { authorization: `Bearer ${caller.token}` }),
        ...caller.headers,
      },
      ...(body !== undefined && { body }),
    });
    return readRest(response);
  };
  return {
    send,
    call: (method, path, body, caller) =>
      send(method, path, body === undefined ? undefined : JSON.stringify(body), caller),
  };
}

export async function readRest(response: Response): Promise<RestResponse> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text ? (JSON.parse(text) as unknown) : undefined;
  expectNoSecrets(text, body);
  return { status: response.status, headers: response.headers, text, body };
}

/** Field names that no response may have; only `token` is shown once, to its creator. */
const secretName = /password|hash|secret|^sid$|^sess$|session|cookie|api_?key|^key$/i;
/** Hashes of the public ledger and of a page's text are meant to be compared. */
const shownNames = new Set(['hash', 'previousHash', 'latestHash', 'pricesHash', 'body', 'contentHash', 'hasPassword']);
const secretValue = /\$argon2|-----BEGIN|\b[0-9a-f]{64}\b|node_modules|\bat .*:\d+:\d+|\bSELECT |\bINSERT /;

export function expectNoSecrets(text: string, body: unknown): void {
  for (const secret of secrets) if (text.includes(secret)) throw new Error(`a response contains a secret: ${text}`);
  walk(body, (name, value) => {
    if (secretName.test(name) && !shownNames.has(name))
      throw new Error(`a response has a field ${name}: ${text.slice(0, 500)}`);
    // A signed upload link is meant for its reader; anything else that looks like a hash is not.
    if (name === 'uploadURL' || shownNames.has(name)) return;
    if (typeof value === 'string' && secretValue.test(value))
      throw new Error(`a response contains ${value.slice(0, 200)}`);
  });
}

function walk(root: unknown, visit: (name: string, value: unknown) => void): void {
  const waiting: [string, unknown][] = [['', root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, value] = next;
    visit(name, value);
    if (Array.isArray(value)) for (const item of value) waiting.push(['', item]);
    else if (value && typeof value === 'object') waiting.push(...Object.entries(value));
  }
}

/** The format of every error. */
export function expectError(response: RestResponse, status: number, message?: string): void {
  const { body, headers } = response;
  expect({ status: response.status, body }).toEqual({
    status,
    body: {
      message: message ?? expect.stringMatching(/./),
      code: expect.any(String),
      requestId: headers.get('x-request-id'),
    },
  });
  expect(headers.get('cache-control')).toBe('no-store');
}
