/** Databases that are thrown away: a copy of the embedded one, and one that a backup is restored into. */

import { existsSync } from 'node:fs';
import { emptyDatabase } from '~/server/db/empty-database';
import type { Session } from '~/server/db/session';
import { sqlConnection } from '~/server/db/session';
import { optimizeLate } from '~/server/db/wasm-budget';

/** Opens the folder or makes it. Without syncs: after a power cut it is of no use anyway. */
export async function openScratch(folder: string): Promise<Session> {
  optimizeLate();
  const [{ PGlite }, { vector }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-pgvector'),
  ]);
  const initial = existsSync(folder) ? {} : await emptyDatabase();
  const pglite = await PGlite.create({ dataDir: folder, extensions: { vector }, relaxedDurability: true, ...initial });
  return { kind: 'embedded', ...sqlConnection(pglite), close: () => pglite.close() };
}
