/** Endpoints that work without a session: a user's private feed, and the unsubscribe links of alert emails. */
import { type Request, type RequestHandler, Router } from 'express';
import type { Deps } from '~/server/deps';
import { feedPath, unsubscribePath, userOfKey } from './alert-links';
import { stopMails } from './change-following';
import { readFeed } from './news-feed';
import { askPage, donePage, unknownLinkPage } from './unsubscribe-page';

export function followPages(deps: Deps): Router {
  const router = Router();
  const limit: RequestHandler = async (request: Request, response, next) => {
    await deps.rateLimiter.consume('followLinksByAddress', request.ip ?? '');
    // Not `no-referrer`: it makes browsers send `Origin: null` with the form, which is rejected as a foreign write.
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' });
    next();
  };
  router.get(feedPath, limit, async (request, response) => {
    const feed = await readFeed(deps, request.query.key);
    if (feed === null) return void response.status(404).type('text/plain').send('Feed not found');
    response.type('application/atom+xml').send(feed);
  });
  // Link scanners also open this page. Only its form, or a POST by the mail program (RFC 8058), unsubscribes.
  router.get(unsubscribePath, limit, pageHeaders, async (request, response) => {
    const userId = userOfKey(deps.env, request.query.key);
    if (!userId) return void response.status(404).send(unknownLinkPage());
    response.send(askPage());
  });
  router.post(unsubscribePath, limit, pageHeaders, async (request, response) => {
    const userId = userOfKey(deps.env, request.query.key);
    if (!userId) return void response.status(404).send(unknownLinkPage());
    await stopMails(deps, userId);
    response.send(donePage());
  });
  return router;
}

const pageHeaders: RequestHandler = (_request, response, next) => {
  response.set(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  response.type('html');
  next();
};
