/** Small JSON requests to an endpoint besides answers: its models, and their limits. */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as bodyText } from 'node:stream/consumers';
import { isAzureHost, type OpenAiSettings } from './openai-endpoint';
import { followRedirects } from './redirects';

/** A list of thousands of models is about 2 MB. */
const maxBytes = 8 * 1024 * 1024;

export interface JsonResponse {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
}

type Connection = Pick<OpenAiSettings, 'apiKey' | 'baseUrl' | 'headers' | 'proxyUrl'>;

/** The URL of a path below the endpoint's own, with its query. */
export function addressBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url;
}

/** Rejects with node:http's errors, the signal's reason, or CrossOriginRedirect. */
export async function requestJson(
  connection: Connection,
  url: URL,
  signal: AbortSignal,
  body?: object,
): Promise<JsonResponse> {
  try {
    return await exchange(connection, url, signal, body);
  } catch (error) {
    // node:http reports an aborted signal as ABORT_ERR, without the kind of its reason.
    signal.throwIfAborted();
    throw error;
  }
}

async function exchange(
  connection: Connection,
  url: URL,
  signal: AbortSignal,
  body: object | undefined,
): Promise<JsonResponse> {
  const { apiKey, headers, proxyUrl } = connection;
  const agent = proxyUrl ? new (await import('https-proxy-agent')).HttpsProxyAgent(proxyUrl) : undefined;
  const sent = body && JSON.stringify(body);
  const method = sent ? 'POST' : 'GET';
  const options = {
    method,
    headers: {
      accept: 'application/json',
      ...(apiKey && (isAzureHost(connection.baseUrl) ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` })),
      ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      ...headers,
    },
    signal,
    ...(agent && { agent }),
  };
  const message = await followRedirects(url, method, (address) => send(address, options, sent));
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) message.destroy(new Error('the response is too large'));
  });
  return { status: message.statusCode ?? 0, body: parse(await bodyText(message)) };
}

const send = (url: URL, options: RequestOptions, body: string | undefined) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    outgoing.once('response', resolve).once('error', reject).end(body);
  });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
