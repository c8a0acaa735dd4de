/**
 * A browser without a page: sends tRPC over plain HTTP, so that tests see the whole response with status, headers and
 * bytes.
 */
import { createServer, type Server } from 'node:http';
import superjson, { type SuperJSONResult } from 'superjson';
import { type AppOptions, createApp } from '~/server/app';
import { sessionCookieName } from '~/server/auth/session-cookie';
import type { Deps } from '~/server/deps';
import { listen } from '~/server/testing/fakes/free-port';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The procedure's result, or undefined after an error. */
  data: unknown;
  /** The error's message and other fields that tRPC's clients read. */
  message: string | undefined;
  error: Record<string, unknown> | undefined;
}

export interface Caller {
  /** The value of the session cookie. */
  sessionToken?: string | null;
  headers?: Record<string, string>;
}

/** Under both cookie names, for HTTP and for HTTPS. */
export const cookieOf = (sessionToken: string): string =>
  `${sessionCookieName}=${sessionToken}; __Host-${sessionCookieName}=${sessionToken}`;

/** Calls one procedure. */
export async function callHttp(
  address: string,
  type: 'query' | 'mutation',
  path: string,
  input?: unknown,
  caller: Caller = {},
): Promise<Answer> {
  const headers = { ...(caller.sessionToken && { cookie: cookieOf(caller.sessionToken) }), ...caller.headers };
  const body = JSON.stringify(superjson.serialize(input));
  const response =
    type === 'query'
      ? await fetch(`${address}/trpc/${path}?input=${encodeURIComponent(body)}`, { headers })
      : await fetch(`${address}/trpc/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        });
  return readResponse(response);
}

export async function readResponse(response: Response): Promise<Answer> {
  const text = await response.text();
  const parsed = parse(text) as {
    result?: { data: SuperJSONResult };
    error?: SuperJSONResult;
    message?: string;
  } | null;
  const error =
    parsed?.error && superjson.deserialize<{ message: string; data: Record<string, unknown> }>(parsed.error);
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: parsed?.result && superjson.deserialize(parsed.result.data),
    message: error?.message ?? parsed?.message,
    error: error?.data,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The session in a response's Set-Cookie; null if it sets none or clears it. */
export function sessionFrom(headers: Headers): string | null {
  const cookies = headers.getSetCookie().map((line) => /^(?:__Host-)?qinsight_session=([a-z0-9]*);/.exec(line)?.[1]);
  return cookies.find(Boolean) ?? null;
}

/** The Cookie header of a browser that has signed in before. */
export function browserOf(headers: Headers): string {
  const [cookie = ''] = headers.getSetCookie().filter((line) => line.includes('qinsight_browser='));
  return cookie.split(';', 1)[0] ?? '';
}

/** Serves the application again on another port, for tests of other settings with the same database. */
export async function serveApp(
  deps: Deps,
  options: AppOptions = {},
): Promise<{ address: string; server: Server; close(): Promise<void> }> {
  const server = createServer(createApp(deps, options));
  const port = await listen(server);
  return {
    address: `http://127.0.0.1:${port}`,
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
