import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** If several cookies share a name, the first counts, as browsers order them. */
export const readCookie = (request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined =>
  parseCookie(request.headers.cookie ?? '')[name];
