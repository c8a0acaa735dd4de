/** Temporary databases: a copy of the embedded one, and the target of a test restore. */

import { existsSync } from 'node:fs';
import { emptyDatabase } from '~/server/db/empty-database';
import type { Session } from '~/server/db/session';
import { sqlConnection } from '~/server/db/session';
import { delayWasmOptimization } from '~/server/db/wasm-budget';

/** Opens or creates the folder. Without syncs, because it is useless after a power cut anyway. */
export async function openScratch(folder: string): Promise<Session> {
  delayWasmOptimization();
  const [{ PGlite }, { vector }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
  ]);
  const initial = existsSync(folder) ? {} : await emptyDatabase();
  const pglite = await PGlite.create({ dataDir: folder, extensions: { vector }, relaxedDurability: true, ...initial });
  return { kind: 'embedded', ...sqlConnection(pglite), close: () => pglite.close() };
}
