/**
 * Reads an address that somebody else chose. Only http and https, only hosts on the public internet: names are
 * resolved once and the connection goes to the very address that was checked, so a name cannot change its mind in
 * between; each redirect is checked like the first address. Size and time are bounded.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from './errors';
import { createNameResolver, type ResolveName } from './resolve-name';

const redirects = 3;

/** Everything that is not an ordinary public host. IPv4 in IPv6's clothes is looked at as IPv4. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** The only part of IPv6 that is routed between sites, and IPv4 addresses in IPv6's form. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const mapped = /^::ffff:(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/i;

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return !notPublic.check(address, 'ipv4');
  // BlockList compares a mapped address (::ffff:10.0.0.1) with the IPv4 rules by itself.
  if (notPublic.check(address, 'ipv6')) return false;
  return globalUnicast.check(address, 'ipv6') || mapped.test(address);
}

const refused = () => new AppError('validation', "This URL can't be loaded.");
const failed = (cause?: unknown) =>
  new AppError('upstream', 'The other site returned an unexpected response.', { cause });

export interface PublicAnswer {
  body: Buffer;
  contentType: string;
}

export interface PublicFetchOptions {
  maxBytes: number;
  timeoutMs: number;
  /** How names become addresses; a test may have name servers of its own. */
  resolve?: ResolveName;
  /** Which addresses may be connected to. */
  isAllowed?: (address: string) => boolean;
}

/** Throws `validation` for what may not be read, `upstream` for what could not. */
export async function publicFetch(address: string, options: PublicFetchOptions): Promise<PublicAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let url = parse(address);
  for (let hop = 0; hop <= redirects; hop++) {
    const answer = await get(url, options, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy();
      url = parse(headers.location, url);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw failed();
    }
    return { body: await read(answer, options.maxBytes), contentType: headers['content-type'] ?? '' };
  }
  throw failed();
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw refused();
  const url = new URL(address, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username || url.password) throw refused();
  return url;
}

const resolveName = createNameResolver();

async function get(url: URL, options: PublicFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { resolve = resolveName, isAllowed = isPublicAddress } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host, signal).catch((error) => {
        throw failed(error);
      });
  const pinned = addresses[0];
  if (!pinned || !addresses.every(({ address }) => isAllowed(address))) throw refused();
  // Whatever asks for the host's address from now on hears the one that was checked.
  const lookup: LookupFunction = (_host, lookupOptions, callback) =>
    lookupOptions.all ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((settle, reject) => {
    const outgoing = request(url, {
      lookup,
      signal,
      agent: false,
      headers: { accept: 'image/*', 'user-agent': 'qInsight' },
    });
    outgoing.once('response', settle);
    outgoing.once('error', (error) => reject(failed(error)));
    outgoing.end();
  });
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError('too_large', 'This file is too large to show.');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : failed(error);
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}
