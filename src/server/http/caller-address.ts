/** The caller's IP address, as far as the proxies in front are trusted. Express and sockets use the same rule. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { Env } from '~/server/env';

/** `hop` counts from this server: 0 is the peer of the connection. */
export type Trust = (address: string, hop: number) => boolean;

export function proxyTrust({ TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): Trust {
  if (typeof TRUST_PROXY === 'number') return (_address, hop) => hop < TRUST_PROXY;
  if (TRUST_PROXY === false) return () => false;
  return proxyAddr.compile(TRUST_PROXY.split(',').map((part) => part.trim()));
}

/** For requests that bypass Express: WebSocket upgrades. */
export function callerAddress(env: Pick<Env, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const trust = proxyTrust(env);
  return (request) => proxyAddr(request, trust) ?? '';
}
