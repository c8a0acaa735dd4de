import type { IncomingMessage } from 'node:http';
import type { Env } from '~/server/env';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the name under which a request came is one of an installation for this machine alone: no PUBLIC_URL, and
 * listening on loopback. Other installations have a proxy in front, which knows its names. Browsers always send a Host.
 */
export function isOwnHost(env: Pick<Env, 'HOST' | 'PUBLIC_URL'>, { headers: { host } }: IncomingMessage): boolean {
  const isLocal = env.PUBLIC_URL === undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(env.HOST);
  if (!isLocal || host === undefined) return true;
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}

/**
 * Whether a request may act with the cookies it carries. Browsers say where a write or a socket comes from: it must
 * be the product's own address. Without PUBLIC_URL that is this machine, by any of its loopback names. Programs that
 * send no Origin carry no stranger's cookies and may pass, except to a socket.
 */
export function isOwnOrigin(env: Env, request: IncomingMessage, options: { required?: boolean } = {}): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  const { origin } = request.headers;
  if (origin === undefined) return !options.required;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin === new URL(env.publicUrl).origin) return true;
  if (env.PUBLIC_URL !== undefined) return false;
  return url.protocol === 'http:' && loopback.has(url.hostname) && Number(url.port || 80) === request.socket.localPort;
}
