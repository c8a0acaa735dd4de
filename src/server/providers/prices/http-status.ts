/** Maps a provider's HTTP status to an error for administrators. */
import { PriceError } from './types';

export function assertOk(response: Response): Response {
  const { status } = response;
  if (status >= 200 && status < 300) return response;
  if (status === 404) throw new PriceError('unknown_ticker', 'The price provider has no data for this ticker.');
  if (status === 402) throw new PriceError('rate_limited', "Today's request limit of the price provider is used up.");
  if (status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? '');
    throw new PriceError('rate_limited', 'The price provider is limiting requests.', {
      ...(seconds > 0 && { retryAfterSeconds: seconds }),
    });
  }
  if (status >= 500) throw new PriceError('unavailable', `The price provider failed (status ${status}).`);
  throw new PriceError('refused', `The price provider rejected the request (status ${status}).`);
}

export function namedFailure(error: unknown, signal: AbortSignal | null | undefined, timeoutMs: number): unknown {
  if (error instanceof PriceError) return error;
  if (signal?.aborted) return new PriceError('unavailable', 'The price request was canceled.', { cause: error });
  const { name } = error as Error;
  if (name === 'TimeoutError' || name === 'AbortError')
    return new PriceError('timed_out', `The price provider did not respond within ${timeoutMs / 1000} seconds.`);
  return new PriceError('unavailable', 'The price provider is unreachable.', { cause: error });
}
