/** The latest hashes as plain files, so that web archives and feed readers keep copies that this server can't change. */
import { type Request, type RequestHandler, Router } from 'express';
import type { Deps } from '~/server/deps';
import { hashLine, readDailyHashes } from './daily-hashes';
import { hashFeed } from './hash-feed';
import { readTimestampFile } from './read-timestamps';

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
  // What openssl reads, as the authority sent it.
  router.get('/track-record/timestamps/:file', limit, async (request, response, next) => {
    const [, id] = /^(\d{1,15})\.tsr$/.exec(String(request.params.file)) ?? [];
    const file = id === undefined ? null : await readTimestampFile(deps, id);
    if (!file) return next();
    response.type('application/timestamp-reply').send(file);
  });
  return router;
}
