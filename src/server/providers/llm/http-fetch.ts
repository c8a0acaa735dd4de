/**
 * A `fetch` for the model SDK on node:http. The global one wraps every chunk in web streams, which costs more than
 * everything else a relayed token costs; here the body is the IncomingMessage itself. Only what the SDK and our
 * stream reader use is there: status, headers, `text()`, `json()` and an async-iterable `body`. Redirects are not
 * followed: a model endpoint that redirects is a wrong address, and the key must not travel on.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Idle sockets are given up before balancers drop them silently. */
const idleSocketMs = 15_000;
/** Error bodies are read for one line of words. */
const maxTextBytes = 256 * 1024;

export interface HttpFetchOptions {
  /** Trusted certificates in PEM, instead of Node's own. */
  ca?: string;
}

export function createHttpFetch(options: HttpFetchOptions = {}): Fetch {
  const agentOptions = { keepAlive: true, timeout: idleSocketMs, noDelay: true };
  const http = new HttpAgent(agentOptions);
  let https: HttpsAgent | undefined;

  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol === 'https:') https ??= new HttpsAgent({ ...agentOptions, ca: options.ca });
    return send(url, init, url.protocol === 'https:' ? https : http);
  };
}

function send(url: URL, init: RequestInit, agent: HttpAgent | undefined): Promise<Response> {
  const { signal, method = 'GET', body } = init;
  if (body != null && typeof body !== 'string') return Promise.reject(new TypeError('Only text bodies are sent here.'));
  const headers = Object.fromEntries(new Headers(init.headers));
  if (body != null) headers['content-length'] = String(Buffer.byteLength(body));
  const options: RequestOptions = { agent, method, headers };

  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError());
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    // Destroys the socket too, before headers as well as in mid-body. Without an error of its own: a socket that is
    // just becoming idle has no listener for it, and it would end the process.
    const abort = () => {
      reject(abortError());
      request.destroy();
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal?.removeEventListener('abort', abort));
    request.once('response', (message) => {
      // Whoever reads the body learns of its error; an error while nobody reads must not end the process.
      message.on('error', () => {});
      resolve(asResponse(url, message));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a kept-alive socket just as we wrote to it: nothing was read, so ask again on a new one.
      if (request.reusedSocket && error.code === 'ECONNRESET' && !signal?.aborted) resolve(send(url, init, agent));
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}

function asResponse(url: URL, message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const response = {
    url: url.href,
    status,
    statusText: message.statusMessage ?? '',
    ok: status >= 200 && status < 300,
    headers: headersOf(message),
    body: message,
    text: () => readText(message),
    json: async () => JSON.parse(await readText(message)) as unknown,
  };
  // The SDK's types ask for the whole of Response; it touches only the members above.
  return response as unknown as Response;
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxTextBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function abortError(): DOMException {
  return new DOMException('The request was aborted.', 'AbortError');
}
