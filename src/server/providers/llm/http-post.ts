/**
 * Sends a text and returns node:http's response: `fetch` wraps every chunk in web streams, which costs more than all
 * the rest of relaying a token.
 */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { inClientStream } from '~/server/lib/tracing/spans';
import { followRedirects } from './redirects';

export interface HttpPost {
  url: URL;
  headers: OutgoingHttpHeaders;
  body: string;
}

/**
 * Resolves with the response's headers, before its body. Rejects with node:http's errors, the signal's reason, or
 * CrossOriginRedirect.
 */
export type SendPost = (post: HttpPost, signal?: AbortSignal) => Promise<IncomingMessage>;

/** Idle sockets are closed before load balancers drop them silently. */
const idleSocketMs = 15_000;
/** Error bodies are only read for one line of text. */
const maxTextBytes = 256 * 1024;

export interface HttpPostOptions {
  /** Trusted certificates in PEM, instead of Node's own. */
  ca?: string;
  /** An HTTP proxy, through which every connection is tunneled. */
  proxyUrl?: string | undefined;
}

export function createHttpPost(options: HttpPostOptions = {}): SendPost {
  const agentOptions: AgentOptions = { keepAlive: true, timeout: idleSocketMs, noDelay: true };
  const { proxyUrl, ca } = options;
  const http = proxyUrl ? proxyAgent(proxyUrl, agentOptions) : Promise.resolve(new HttpAgent(agentOptions));
  let https: Promise<HttpAgent> | undefined;
  // The first request awaits this; swallow the rejection until then.
  http.catch(() => {});

  return traced(async (post, signal) => {
    if (post.url.protocol === 'http:') return follow(post, await http, signal);
    const secure = { ...agentOptions, ca };
    https ??= proxyUrl ? proxyAgent(proxyUrl, secure) : Promise.resolve(new HttpsAgent(secure));
    return follow(post, await https, signal);
  });
}

/** The span ends with the body, because a streamed answer takes longer than its headers. */
const traced =
  (send: SendPost): SendPost =>
  (post, signal) =>
    inClientStream(
      'POST',
      {
        'http.request.method': 'POST',
        'server.address': post.url.hostname,
        'server.port': Number(post.url.port) || (post.url.protocol === 'https:' ? 443 : 80),
        'url.path': post.url.pathname,
      },
      async (span) => {
        const message = await send(post, signal);
        span.setAttribute('http.response.status_code', message.statusCode ?? 0);
        return { result: message, ended: new Promise((resolve) => message.once('close', resolve)) };
      },
    );

async function proxyAgent(proxyUrl: string, options: AgentOptions): Promise<HttpAgent> {
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  return new HttpsProxyAgent(proxyUrl, options);
}

const follow = (post: HttpPost, agent: HttpAgent, signal: AbortSignal | undefined) =>
  followRedirects(post.url, 'POST', (url) => send({ ...post, url }, agent, signal));

function send(post: HttpPost, agent: HttpAgent, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  const { url, body } = post;
  const headers = { ...post.headers, 'content-length': Buffer.byteLength(body) };
  const options: RequestOptions = { agent, method: 'POST', headers };

  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    // Destroys the socket too, both before the headers and within the body. Without an error: a socket that is just
    // becoming idle has no listener for it, and the error would crash the process.
    const abort = () => {
      reject(signal?.reason);
      request.destroy();
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal?.removeEventListener('abort', abort));
    request.once('response', (message) => {
      // The reader of the body receives its error; without a reader, an error must not crash the process.
      message.on('error', () => {});
      resolve(message);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a kept-alive socket just as we wrote to it. Nothing was read, so retry on a new one.
      if (request.reusedSocket && error.code === 'ECONNRESET' && !signal?.aborted) resolve(send(post, agent, signal));
      else reject(error);
    });
    request.end(body);
  });
}

/** The body of a non-streamed response, up to a useful length. */
export async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxTextBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
