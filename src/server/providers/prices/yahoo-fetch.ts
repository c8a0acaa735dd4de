/**
 * The HTTP layer of the vendor's library. All its requests come through here, so that PRICE_BASE_URL is used, no
 * other host is requested, and every request has a timeout and a typed error. The library never gets error responses,
 * because it would log their URL. Uses node:http, because the vendor's pages send more headers than the global fetch
 * accepts.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertOk, namedFailure } from './http-status';
import { PriceError } from './types';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface YahooFetchOptions {
  /** Replaces the vendor's hosts: a proxy with the same paths. */
  baseUrl?: string | undefined;
  timeoutMs: number;
}

/** One year of daily prices of one ticker is about 40 KB. */
const maxBytes = 8 * 1024 * 1024;
const maxHeaderBytes = 64 * 1024;
const cookiePage = 'https://finance.yahoo.com/quote/AAPL';
const crumbAddress = 'https://query1.finance.yahoo.com/v1/test/getcrumb';

export function createYahooFetch(options: YahooFetchOptions): Fetch {
  /** Replaces the library's cookie and crumb, which it never renews. */
  let renewed: { cookie: string; crumb: string } | undefined;

  const send = async (address: URL, init: RequestInit): Promise<Response> => {
    const signals = [AbortSignal.timeout(options.timeoutMs), ...(init.signal ? [init.signal] : [])];
    try {
      const signal = AbortSignal.any(signals);
      return await buffered(await exchange(located(address, options.baseUrl), init, signal));
    } catch (error) {
      throw namedFailure(error, init.signal, options.timeoutMs);
    }
  };

  const renew = async (init: RequestInit): Promise<{ cookie: string; crumb: string }> => {
    const { 'User-Agent': agent = '' } = (init.headers ?? {}) as Record<string, string>;
    const signal = init.signal ?? null;
    const headers = { 'User-Agent': agent, accept: 'text/html' };
    const page = await send(new URL(cookiePage), { headers, signal });
    const cookie = page.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const response = await send(new URL(crumbAddress), { headers: { 'User-Agent': agent, cookie }, signal });
    assertOk(response);
    const crumb = (await response.text()).trim();
    // Without a crumb, the vendor sometimes sends an error text with status 200.
    if (crumb === '' || crumb.length > 64 || /\s/.test(crumb))
      throw new PriceError('bad_answer', 'The price provider rejected the connection.');
    return { cookie, crumb };
  };

  return async (input, init = {}) => {
    const address = new URL(input instanceof Request ? input.url : input);
    const isData = address.pathname.startsWith('/v');
    if (!address.searchParams.has('crumb')) {
      const response = await send(address, init);
      if (isData) assertOk(response);
      return response;
    }
    const first = await send(...withCrumb(address, init, renewed));
    if (first.status !== 401 && first.status !== 403) return assertOk(first);
    renewed = await renew(init);
    return assertOk(await send(...withCrumb(address, init, renewed)));
  };
}

function withCrumb(
  address: URL,
  init: RequestInit,
  renewed: { cookie: string; crumb: string } | undefined,
): [URL, RequestInit] {
  if (!renewed) return [address, init];
  const next = new URL(address);
  next.searchParams.set('crumb', renewed.crumb);
  return [next, { ...init, headers: { ...(init.headers as Record<string, string>), cookie: renewed.cookie } }];
}

function located(address: URL, baseUrl: string | undefined): URL {
  const { protocol, hostname } = address;
  // The library follows the link of a consent page, which must stay with the vendor.
  if (protocol !== 'https:' || !(hostname === 'yahoo.com' || hostname.endsWith('.yahoo.com')))
    throw new PriceError('refused', 'The price provider redirected the request to another host.');
  return baseUrl ? new URL(baseUrl.replace(/\/+$/, '') + address.pathname + address.search) : address;
}

/** Does not follow redirects: pages that only set a cookie redirect, and no other page should. */
function exchange(address: URL, init: RequestInit, signal: AbortSignal): Promise<IncomingMessage> {
  const { method = 'GET', body } = init;
  const headers = { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(address, { method, headers, signal, maxHeaderSize: maxHeaderBytes }, resolve);
    request.on('error', reject);
    request.end(typeof body === 'string' ? body : undefined);
  });
}

/** Buffers the whole response, so that the timeout includes its last byte. */
async function buffered(message: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new PriceError('bad_answer', 'The price provider sent too large a response.');
    chunks.push(chunk);
  }
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  // A Response can't have a body with these statuses.
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), {
    status: status >= 200 ? status : 502,
    headers,
  });
}
