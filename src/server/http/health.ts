import { Router } from 'express';
import type { Deps } from '~/server/deps';
import { withTimeLimit } from '~/server/lib/wait';
import { isStoreWorking } from '~/server/providers/storage/is-store-working';

const maxWaitMs = 2000;

/**
 * /livez: the process responds. /readyz: it can do its main work. Without the database or while stopping it returns
 * 503; without the file storage it returns 200 and "degraded". Both name the failing part.
 */
export function health({ db, store, generation, logger }: Deps): Router {
  const isDatabaseUp = async () => {
    try {
      if (await withTimeLimit(maxWaitMs, db.sql`SELECT 1`)) return true;
      throw new Error(`no response within ${maxWaitMs} ms`);
    } catch (error) {
      logger.warn({ err: error, part: 'database' }, 'readiness check failed');
      return false;
    }
  };

  const router = Router();
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const [database, files] = (await Promise.all([isDatabaseUp(), isStoreWorking(store, logger)])).map((isUp) =>
      isUp ? 'ok' : 'failing',
    );
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
