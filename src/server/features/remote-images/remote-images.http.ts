/**
 * Proxies images from other sites after the reader's click, so that the page never contacts third parties and its
 * content security policy can forbid it. Only raster images are served, recognized by their first bytes.
 */

import { type Request, Router } from 'express';
import { sessionCookieOf } from '~/server/auth/session-cookie';
import type { Deps } from '~/server/deps';
import { isOwnOrigin } from '~/server/http/origin';
import { AppError, forbidden, signedOut, tooMany } from '~/server/lib/errors';
import { publicFetch } from '~/server/lib/public-fetch';
import { createKeyedSemaphore } from '~/server/lib/semaphore';
import { createInnerContext } from '~/server/trpc/context';
import { remoteImageHeader } from '~/shared/remote-image';

const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 8000 };
/** Concurrent downloads; each keeps an image in memory. */
const concurrent = 8;
/** Limits per user, so that slow sites of one user leave capacity for others. */
const perUser = { slots: 2, queueLength: 30, message: 'Too many images are loading. Please try again in a moment.' };

const signatures: [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
  ['image/avif', 4, '6674797061766966'],
];

function rasterTypeOf(bytes: Buffer): string | null {
  const found = signatures.find(([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex);
  return found?.[0] ?? null;
}

/**
 * Whether the request comes from a script of our pages, which only sends it after a click. An answer can contain any
 * URL as an image, which the browser would load automatically; image elements can't send the header, and identify
 * themselves by `Sec-Fetch-Dest`.
 */
function isFromScript(request: Request): boolean {
  const destination = request.get('sec-fetch-dest') ?? 'empty';
  return destination === 'empty' && request.get(remoteImageHeader.name) === remoteImageHeader.value;
}

export function remoteImages(deps: Deps): Router {
  let running = 0;
  const semaphore = createKeyedSemaphore(perUser);
  const router = Router();
  router.get('/remote-image', async (request, response) => {
    // Other sites must not be able to trigger requests on behalf of a visitor.
    if (!isOwnOrigin(deps.env, request) || !isFromScript(request)) throw forbidden();
    const context = createInnerContext(deps, sessionCookieOf(request, deps.env));
    const signedIn = await context.authenticate();
    if (!signedIn) throw signedOut();
    await deps.rateLimiter.consume('imagesByAccount', signedIn.user.id);
    const { url } = request.query;
    if (typeof url !== 'string' || url.length > 4096) throw new AppError('validation', "This URL can't be loaded.");
    const release = await semaphore.acquire(signedIn.user.id);
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
          // The page keeps the image while it shows it; nothing may be left in caches after sign-out.
          'Cache-Control': 'private, no-store',
        })
        .send(body);
    } finally {
      running--;
      release();
    }
  });
  return router;
}
