/** Temporary databases: a copy of the embedded one, and the target of a test restore. */

import { existsSync } from 'node:fs';
import { emptyDatabase } from '~/server/db/empty-database';
import type { Session } from '~/server/db/session';
import { sqlConnection } from '~/server/db/session';
import { delayWasmOptimization } from '~/server/db/wasm-budget';

/** Rows are read and written once. Clearing the usual 128 MB takes most of a start. */
const smallBuffers = ['-c', 'shared_buffers=16MB'];

/** Opens or creates the folder. Without syncs, because it is useless after a power cut anyway. */
export async function openScratch(folder: string): Promise<Session> {
  delayWasmOptimization();
  const [{ PGlite }, { vector }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
  ]);
  const initial = existsSync(folder) ? {} : await emptyDatabase();
  const startParams = [...PGlite.defaultStartParams, ...smallBuffers];
  const options = { dataDir: folder, extensions: { vector }, relaxedDurability: true, startParams, ...initial };
  const pglite = await PGlite.create(options);
  return { kind: 'embedded', ...sqlConnection(pglite), close: () => pglite.close() };
}
