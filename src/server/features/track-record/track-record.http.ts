/** The latest hashes as plain files, so that web archives and feed readers keep copies that this server can't alter. */
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Deps } from '~/server/deps';
import { sha256 } from '~/server/lib/hash';
import { packageVersion } from '~/server/lib/package-version';
import { createAuditPack } from './audit-pack';
import { hashLine, readDailyHashes } from './daily-hashes';
import { hashFeed } from './hash-feed';
import { readOtsFile } from './read-bitcoin-proofs';
import { readTimestampFile } from './read-timestamps';
import { readFingerprint } from './read-track-record';

const hashesPath = '/.well-known/track-record-heads.txt';
const feedPath = '/track-record/feed.atom';

/** `pagesFolder` contains the verification script. */
export function trackRecordFiles(deps: Deps, pagesFolder: string): Router {
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
  // For openssl: the response as the authority sent it.
  router.get('/track-record/timestamps/:file', limit, async (request, response, next) => {
    const [, id] = /^(\d{1,15})\.tsr$/.exec(String(request.params.file)) ?? [];
    const file = id === undefined ? null : await readTimestampFile(deps, id);
    if (!file) return next();
    response.type('application/timestamp-reply').send(file);
  });
  // For OpenTimestamps clients.
  router.get('/track-record/bitcoin/:file', limit, async (request, response, next) => {
    const [, id] = /^(\d{1,15})\.ots$/.exec(String(request.params.file)) ?? [];
    const file = id === undefined ? null : await readOtsFile(deps, id);
    if (!file) return next();
    response.type('application/vnd.opentimestamps.v1').send(file);
  });
  // A download, because its script only runs from a local file: this site's pages may not contain scripts.
  router.get('/track-record/verify.html', (_request, response) => {
    response.download(path.join(pagesFolder, 'track-record/verify.html'));
  });
  router.get('/track-record/audit-pack.zip', async (request, response) => {
    await deps.rateLimiter.consume('auditPackByAddress', request.ip ?? '');
    await sendAuditPack(deps, path.join(pagesFolder, 'track-record'), request, response);
  });
  return router;
}

async function sendAuditPack(deps: Deps, verifierFolder: string, request: Request, response: Response): Promise<void> {
  response.set({
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="track-record.zip"',
    // Clients revalidate each time, and unchanged content is not sent again. The zip is already compressed.
    'Cache-Control': 'no-cache, no-transform',
    ETag: `"${sha256(await readState(deps))}"`,
  });
  if (request.fresh) return void response.status(304).end();
  if (request.method === 'HEAD') return void response.end();
  const leave = new AbortController();
  response.on('close', () => leave.abort());
  try {
    await pipeline(createAuditPack(deps, verifierFolder, leave.signal), response, { signal: leave.signal });
  } catch (error) {
    // Abort the connection, so that the client sees a broken download instead of a shorter archive.
    if (!leave.signal.aborted) deps.logger.warn({ err: error }, 'the audit pack was not sent completely');
    response.destroy();
  }
}

/** Changes with the ledger, its prices and their publication, its timestamps, and the day. */
async function readState(deps: Deps): Promise<string> {
  const [row] = await deps.db.sql<{ text: string }>`
    SELECT concat_ws('.', current_date, count(*), max(requested_at), sum(failures), max(proofs.text)) AS text
    FROM ledger_timestamps CROSS JOIN (
      SELECT concat_ws('.', count(*), max(requested_at), sum(failures)) AS text FROM bitcoin_proofs
    ) AS proofs`;
  return `${packageVersion()} ${deps.env.PUBLISH_PRICES} ${await readFingerprint(deps)} ${row?.text}`;
}
