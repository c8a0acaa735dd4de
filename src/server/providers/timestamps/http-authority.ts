/** A timestamp authority at a URL, as described in RFC 3161, section 3.4. */
import { createRequest, readResponse } from './time-stamp-protocol';
import { type TimestampAuthority, TimestampError } from './types';

const timeoutMs = 20_000;
/** A token with its certificate chain takes a few kilobytes. */
const maxBytes = 64 * 1024;

export function createTimestampAuthority(address: string): TimestampAuthority {
  const url = new URL(address);
  const { host, pathname, username, password } = url;
  url.username = '';
  url.password = '';
  const login = [username, password].map(decodeURIComponent).join(':');
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(username && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  };
  return {
    name: host + (pathname === '/' ? '' : pathname),
    async stamp(text, signal) {
      const request = await createRequest(text);
      return readResponse(request, await post(url, headers, request.body, signal));
    },
  };
}

async function post(url: URL, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw new TimestampError(`The authority returned HTTP ${response.status}.`);
    return await limitedBody(response);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    // The process is stopping, which is not the authority's fault.
    signal.throwIfAborted();
    if (timeout.aborted) throw new TimestampError(`No response within ${timeoutMs / 1000} s.`);
    throw new TimestampError("The authority can't be reached.", { cause: error });
  }
}

async function limitedBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TimestampError('The response is too large.');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}
