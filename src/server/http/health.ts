import { Router } from 'express';
import type { Deps } from '~/server/deps';
import { withTimeLimit } from '~/server/lib/wait';

const maxWaitMs = 2000;

/** How long the result of a storage check is reused: each check writes to the storage. */
const storeCheckMs = 5000;

/**
 * /livez: the process responds. /readyz: it can do all its work. Without the database or the file storage, or while
 * stopping, it returns 503 and names the failing part.
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
      storeState = { at: performance.now(), state: check('store', () => store.check()) };
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
    const isReady = Object.values(parts).every((state) => state === 'ok');
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ok' : 'failing', ...parts });
  });
  return router;
}
