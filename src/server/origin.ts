import type { IncomingMessage } from 'node:http';
import type { Env } from './env';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

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
