import { Router } from 'express';
import type { Deps } from './deps';

const patienceMs = 2000;

/** /livez: the process answers. /readyz: it can do its work; 503 names the part that cannot. */
export function health({ db, generation, logger }: Deps): Router {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const database = await within(patienceMs, db.$queryRaw`SELECT 1`).then(
      () => 'ok',
      (error) => {
        logger.warn({ err: error }, 'the database does not answer');
        return 'failing';
      },
    );
    // Migrations are applied before the server listens; a process that answers has them.
    const parts = { database, migrations: 'ok', server: generation.isDraining ? 'stopping' : 'ok' };
    const isReady = Object.values(parts).every((state) => state === 'ok');
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ok' : 'failing', ...parts });
  });
  return router;
}

async function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
