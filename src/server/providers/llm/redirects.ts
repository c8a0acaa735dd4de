/**
 * Redirects of model endpoints. An endpoint may redirect within its origin, for example to add a slash; another origin
 * never receives the key or the message.
 */
import type { IncomingMessage } from 'node:http';

const maxRedirects = 3;

/** Redirects with these statuses repeat the method and body; with others, a POST would become a GET. */
const keepingStatuses = [307, 308];
const readingStatuses = [301, 302, 303, ...keepingStatuses];

export class CrossOriginRedirect extends Error {
  override readonly name = 'CrossOriginRedirect';
  /** `origin` is the one that the endpoint names. */
  constructor(readonly origin: string) {
    super(`the endpoint redirects to another address (${origin})`);
  }
}

/**
 * Sends a request until the response is not a redirect any more. Rejects with CrossOriginRedirect, or as `send` does.
 */
export async function followRedirects(
  first: URL,
  method: 'GET' | 'POST',
  send: (url: URL) => Promise<IncomingMessage>,
): Promise<IncomingMessage> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const message = await send(url);
    const next = redirects < maxRedirects ? targetOf(url, method, message) : null;
    if (!next) return message;
    if (next.origin !== url.origin) {
      message.destroy();
      throw new CrossOriginRedirect(next.origin);
    }
    // Frees the socket for the next request.
    message.resume();
    url = next;
  }
}

function targetOf(url: URL, method: 'GET' | 'POST', { statusCode = 0, headers }: IncomingMessage): URL | null {
  const statuses = method === 'GET' ? readingStatuses : keepingStatuses;
  const { location } = headers;
  return statuses.includes(statusCode) && location && URL.canParse(location, url) ? new URL(location, url) : null;
}
