/**
 * Fetches an untrusted URL. Only HTTP and HTTPS, and only hosts on the public internet. Host names are resolved once,
 * and the connection uses exactly the checked address, which prevents DNS rebinding; each redirect is checked like the
 * first URL. Size and time are limited.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { readFetched } from './fetched-body';
import { isPublicAddress } from './public-address';
import { PublicFetchError } from './public-fetch-error';
import { createNameResolver, type ResolveName } from './resolve-name';

export interface PublicResponse {
  status: number;
  /** The URL after all redirects. */
  url: string;
  body: Buffer;
  contentType: string;
  headers: IncomingHttpHeaders;
}

export interface PublicFetchOptions {
  /** Limit of the decompressed body. */
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
  headers?: OutgoingHttpHeaders;
  /** Makes the request a POST. Use it with `redirects: 0`, because a redirect would send it again. */
  body?: Uint8Array;
  redirects?: number;
  /** Other statuses are errors; only 200 is accepted by default. */
  statuses?: readonly number[];
  /** Hosts with ports, as in `intranet.example:8080`, that may have private addresses. */
  allowPrivate?: readonly string[];
  /** Called before each request, for the first URL and for each redirect; if it throws, the fetch ends. */
  beforeRequest?(url: URL, signal: AbortSignal): Promise<void>;
  /** Resolves host names; replaced in tests. */
  resolve?: ResolveName;
  /** Whether connections to an address are allowed. */
  isAllowed?: (address: string) => boolean;
}

/** Throws PublicFetchError, an error of `beforeRequest`, or the reason of `signal`. */
export async function publicFetch(address: string, options: PublicFetchOptions): Promise<PublicResponse> {
  const late = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
  try {
    return await follow(parse(address), options, signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (late.aborted && !isFinal(error)) throw new PublicFetchError('timed_out', { cause: error });
    throw error;
  }
}

/** Whether more time would not have prevented the error. */
const isFinal = (error: unknown) => error instanceof PublicFetchError && error.reason !== 'unreachable';

async function follow(first: URL, options: PublicFetchOptions, signal: AbortSignal): Promise<PublicResponse> {
  const { redirects = 3, statuses = [200] } = options;
  let url = first;
  for (let hop = 0; hop <= redirects; hop++) {
    await options.beforeRequest?.(url, signal);
    const response = await get(url, options, signal);
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400 && headers.location && !statuses.includes(status)) {
      response.destroy();
      url = parse(headers.location, url);
      continue;
    }
    if (!statuses.includes(status)) {
      response.destroy();
      throw new PublicFetchError('status', { status, ...retryAfter(headers['retry-after']) });
    }
    const body = await readFetched(response, options.maxBytes);
    return { status, url: url.href, body, contentType: headers['content-type'] ?? '', headers };
  }
  throw new PublicFetchError('redirects');
}

function retryAfter(value: string | undefined): { retryAfterSeconds?: number } {
  const seconds = Number(value ?? '');
  return seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new PublicFetchError('address');
  const url = new URL(address, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username || url.password) throw new PublicFetchError('address');
  return url;
}

/** As in FETCH_ALLOW_PRIVATE, always with the port. */
function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

const resolveName = createNameResolver();

async function get(url: URL, options: PublicFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { resolve = resolveName, isAllowed = isPublicAddress, allowPrivate = [] } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host, signal).catch((error) => {
        throw new PublicFetchError('unreachable', { cause: error });
      });
  const pinned = addresses[0];
  const isListed = allowPrivate.includes(hostAndPort(url));
  if (!pinned || !(isListed || addresses.every(({ address }) => isAllowed(address)))) {
    throw new PublicFetchError('address');
  }
  // All further lookups of the host return the checked address.
  const lookup: LookupFunction = (_host, lookupOptions, callback) =>
    lookupOptions.all ? callback(null, [pinned]) : callback(null, pinned.address, pinned.family);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((settle, reject) => {
    const headers = { accept: 'image/*', 'user-agent': 'qInsight', ...options.headers };
    const method = options.body ? 'POST' : 'GET';
    const outgoing = request(url, { method, lookup, signal, agent: false, headers });
    outgoing.once('response', settle);
    outgoing.once('error', (error) => reject(new PublicFetchError('unreachable', { cause: error })));
    outgoing.end(options.body);
  });
}
