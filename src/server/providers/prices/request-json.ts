import { assertOk, namedFailure } from './http-status';
import { PriceError } from './types';

/** Thirty years of daily prices of one ticker are about 2 MB. */
const maxBytes = 16 * 1024 * 1024;

interface PriceRequest {
  headers: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export const requestJson = async (address: URL, request: PriceRequest): Promise<unknown> =>
  parsed(await requestText(address, request));

/** Redirects are not followed, so that a key never reaches another host. */
export async function requestText(address: URL, { headers, timeoutMs, signal }: PriceRequest): Promise<string> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.any(signals) });
    assertOk(response);
    return await limitedText(response);
  } catch (error) {
    throw namedFailure(error, signal, timeoutMs);
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new PriceError('bad_answer', 'The price provider sent too large a response.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PriceError('bad_answer', 'The price provider sent an invalid response.');
  }
}
