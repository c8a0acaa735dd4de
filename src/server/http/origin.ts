import type { IncomingMessage } from 'node:http';
import type { Env } from '~/server/env';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the Host of a request is valid for a local installation: without PUBLIC_URL and listening on loopback. Other
 * installations have a proxy in front, which checks host names. Browsers always send a Host.
 */
export function isOwnHost(env: Pick<Env, 'HOST' | 'PUBLIC_URL'>, { headers: { host } }: IncomingMessage): boolean {
  const isLocal = env.PUBLIC_URL === undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(env.HOST);
  if (!isLocal || host === undefined) return true;
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}

/**
 * Whether a request may use the cookies it carries. For writes and sockets, browsers send the Origin, which must be the
 * installation's own. Without PUBLIC_URL that is any loopback name of this machine. Programs that send no Origin carry
 * no other user's cookies and may pass, except to a socket.
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
