/** Where a request comes from, as far as the proxies in front may be believed. Express asks the same for `request.ip`. */
import type { IncomingMessage } from 'node:http';
import express from 'express';
import type { Env } from '~/server/env';

type Trusts = (address: string, hop: number) => boolean;

/** For requests that never pass through Express: the upgrade to a socket. */
export function callerAddress(env: Pick<Env, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const trusts = express().set('trust proxy', env.TRUST_PROXY).get('trust proxy fn') as Trusts;
  return (request) => {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    const hops = [request.socket.remoteAddress ?? '', ...forwarded.map((hop) => hop.trim()).reverse()].filter(Boolean);
    // Each proxy vouches for the one before it; the first that nobody vouches for is the caller.
    const caller = hops.findIndex((hop, index) => !trusts(hop, index));
    return hops.at(caller === -1 ? hops.length - 1 : caller) ?? '';
  };
}
