import { Router } from 'express';
import type { Deps } from '~/server/deps';
import { withTimeLimit } from '~/server/lib/wait';

const maxWaitMs = 2000;

/** How long the result of a storage check is reused. */
const storeCheckMs = 5000;
/** How often a storage that works must be written to: a bucket with versions keeps each write. */
const storeWriteMs = 5 * 60_000;

/**
 * /livez: the process responds. /readyz: it can do its main work. Without the database or while stopping it returns
 * 503; without the file storage it returns 200 and "degraded". Both name the failing part.
 */
export function health({ db, store, generation, logger }: Deps): Router {
  const check = async (part: string, work: () => PromiseLike<unknown>): Promise<'ok' | 'failing'> => {
    try {
      if (await withTimeLimit(maxWaitMs, work())) return 'ok';
      throw new Error(`no response within ${maxWaitMs} ms`);
    } catch (error) {
      logger.warn({ err: error, part }, 'readiness check failed');
      return 'failing';
    }
  };
  let storeState: { at: number; state: Promise<'ok' | 'failing'> } | undefined;
  const checkStore = () => {
    if (!storeState || performance.now() - storeState.at > storeCheckMs) {
      storeState = { at: performance.now(), state: check('store', () => store.check(storeWriteMs)) };
    }
    return storeState.state;
  };

  const router = Router();
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const [database, files] = await Promise.all([check('database', () => db.sql`SELECT 1`), checkStore()]);
    // Migrations are applied before the server listens, so any running process has them.
    const parts = { database, store: files, migrations: 'ok', server: generation.isDraining ? 'stopping' : 'ok' };
    const isReady = Object.entries(parts).every(([part, state]) => state === 'ok' || part === 'store');
    const status = !isReady ? 'failing' : files === 'ok' ? 'ok' : 'degraded';
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status, ...parts });
  });
  return router;
}
