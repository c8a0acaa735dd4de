/** Sends one request to xAI's management API or Files API, and maps its status to an error. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as bodyText } from 'node:stream/consumers';
import { textStart } from '~/shared/text-start';
import { MirrorError, type MirrorErrorCode } from './types';

const timeoutMs = 60_000;
/** A page of a list has 100 entries. */
const maxBytes = 8 * 1024 * 1024;
const maxReason = 300;

export interface XaiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  key: string;
  proxyUrl: string | undefined;
  body?: { type: string; bytes: Buffer };
}

/** Resolves with the JSON of the response, or undefined. Does not follow redirects, which would receive the key. */
export async function requestXai(request: XaiRequest, signal: AbortSignal): Promise<unknown> {
  let status: number;
  let text: string;
  try {
    const message = await send(request, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    status = message.statusCode ?? 0;
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) message.destroy(new Error('the response is too large'));
    });
    text = await bodyText(message);
  } catch (error) {
    // The job was canceled, which is not an error of xAI.
    signal.throwIfAborted();
    throw new MirrorError('unavailable', 'xAI could not be reached.', undefined, { cause: error });
  }
  const body = parse(text);
  if (status >= 200 && status < 300) return body;
  const [code, message] = meaningOf(status);
  throw new MirrorError(code, message, reasonIn(body) ?? textStart(text, maxReason));
}

async function send({ method, url, key, proxyUrl, body }: XaiRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const agent = proxyUrl ? new (await import('https-proxy-agent')).HttpsProxyAgent(proxyUrl) : undefined;
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
  };
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal, ...(agent && { agent }) };
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    outgoing.once('response', resolve).once('error', reject).end(body?.bytes);
  });
}

function meaningOf(status: number): [MirrorErrorCode, string] {
  if (status === 401 || status === 403)
    return ['unauthorized', `xAI rejected the key of this installation (${status}).`];
  if (status === 404) return ['gone', 'xAI no longer has it.'];
  if (status === 409) return ['exists', 'xAI already has it.'];
  if (status === 413) return ['too_large', 'The document is too large for xAI.'];
  if (status === 408 || status === 429 || status >= 500) return ['unavailable', `xAI is not available (${status}).`];
  return ['refused', `xAI rejected the request (${status}).`];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{ error: "..." }`, `{ error: { message } }` and `{ message }` are in use. */
function reasonIn(body: unknown): string | undefined {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown };
  const nested = (error as { message?: unknown } | undefined)?.message;
  const reason = [nested, error, message].find((one) => typeof one === 'string');
  return reason === undefined ? undefined : textStart(reason, maxReason);
}
