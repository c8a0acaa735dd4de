import { ensureOnServer } from '~/server/db/server-indexes';
import { ensureTextIndexes } from '~/server/db/text-indexes';
import type { Deps } from '~/server/deps';

export async function buildTextIndexes(deps: Pick<Deps, 'env' | 'database' | 'logger'>): Promise<void> {
  const problem = await ensureOnServer(deps, ensureTextIndexes);
  if (problem) deps.logger.debug({ problem }, 'administrators search without an index');
}
