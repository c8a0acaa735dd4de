/**
 * Pictures from other sites, after the reader asked for one: fetched by the server, so that the page itself never
 * talks to a stranger and the policy of the pages can forbid it. Only raster pictures pass, told by their first bytes.
 */
import { type Request, Router } from 'express';
import { sessionCookieOf } from '~/server/auth/session-cookie';
import type { Deps } from '~/server/deps';
import { isOwnOrigin } from '~/server/http/origin';
import { AppError, forbidden, signedOut, tooMany } from '~/server/lib/errors';
import { publicFetch } from '~/server/lib/public-fetch';
import { createInnerContext } from '~/server/trpc/context';
import { remoteImageHeader } from '~/shared/remote-image';
import { createPlaces } from './places';

const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 8000 };
/** Downloads at once; each holds a picture in memory. */
const concurrent = 8;
/** For one user, so that slow sites of one leave room for the others. */
const perUser = { atOnce: 2, waiting: 30, words: 'Too many images are loading. Please try again in a moment.' };

const signatures: [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
  ['image/avif', 4, '6674797061766966'],
];

export function rasterTypeOf(bytes: Buffer): string | null {
  const found = signatures.find(([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex);
  return found?.[0] ?? null;
}

/**
 * Whether a script of our pages asks, which does so only after a click. An answer can hold any address as an image, and
 * the browser would load it unasked: an image element cannot send the header, and says that it is one.
 */
function isFromScript(request: Request): boolean {
  const destination = request.get('sec-fetch-dest') ?? 'empty';
  return destination === 'empty' && request.get(remoteImageHeader.name) === remoteImageHeader.value;
}

export function remoteImages(deps: Deps): Router {
  let running = 0;
  const places = createPlaces(perUser);
  const router = Router();
  router.get('/remote-image', async (request, response) => {
    // Another site must not make this server fetch in a visitor's name.
    if (!isOwnOrigin(deps.env, request) || !isFromScript(request)) throw forbidden();
    const context = createInnerContext(deps, sessionCookieOf(request, deps.env));
    const signedIn = await context.authenticate();
    if (!signedIn) throw signedOut();
    await deps.rateLimiter.consume('picturesByAccount', signedIn.user.id);
    const { url } = request.query;
    if (typeof url !== 'string' || url.length > 4096) throw new AppError('validation', "This URL can't be loaded.");
    const leave = await places.take(signedIn.user.id);
    running++;
    try {
      if (running > concurrent) throw tooMany('Many images are loading. Please try again in a moment.', 2);
      const { body } = await publicFetch(url, limits);
      const type = rasterTypeOf(body);
      if (!type) throw new AppError('unsupported_type', "This image type can't be shown.");
      response
        .set({
          'Content-Type': type,
          'Content-Security-Policy': "sandbox; default-src 'none'",
          // The page holds it as long as it shows it; after a sign-out nothing of it may be left.
          'Cache-Control': 'private, no-store',
        })
        .send(body);
    } finally {
      running--;
      leave();
    }
  });
  return router;
}
