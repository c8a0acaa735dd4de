/** The latest hashes as plain files, so that web archives and feed readers keep copies that this server can't change. */
import { type Request, type RequestHandler, Router } from 'express';
import type { Deps } from '~/server/deps';
import { hashLine, readDailyHashes } from './daily-hashes';
import { hashFeed } from './hash-feed';

export const hashesPath = '/.well-known/track-record-heads.txt';
export const feedPath = '/track-record/feed.atom';

export function trackRecordFiles(deps: Deps): Router {
  const router = Router();
  const limit: RequestHandler = async (request: Request, response, next) => {
    await deps.rateLimiter.consume('trackRecordByAddress', request.ip ?? '');
    response.set('Cache-Control', 'no-cache');
    next();
  };
  router.get(hashesPath, limit, async (_request, response) => {
    const lines = (await readDailyHashes(deps)).map((day) => `${hashLine(day)}\n`);
    response.type('text/plain').send(lines.join(''));
  });
  router.get(feedPath, limit, async (_request, response) => {
    response.type('application/atom+xml').send(hashFeed(await readDailyHashes(deps), deps.env.publicUrl));
  });
  return router;
}
