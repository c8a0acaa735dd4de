import { openSession } from '~/server/db/session';
import { ensureTextIndexes } from '~/server/db/text-indexes';
import type { Deps } from '~/server/deps';

/** Uses a separate connection, because building an index exceeds the statement timeout of requests. */
export async function buildTextIndexes({ env, database, logger }: Pick<Deps, 'env' | 'database' | 'logger'>) {
  if (database.isEmbedded || !env.DATABASE_URL) return;
  const session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: false });
  try {
    await session.script('SET statement_timeout = 0');
    const problem = await ensureTextIndexes(session);
    if (problem) logger.debug({ problem }, 'administrators search without an index');
  } finally {
    await session.close();
  }
}
