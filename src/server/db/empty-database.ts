import { existsSync, openAsBlob } from 'node:fs';
import path from 'node:path';
import { root } from '~/server/lib/product-root';

/** Created by scripts/empty-database.mjs as part of the build. */
const file = path.join(root, 'dist/empty-database.tar.gz');

/**
 * PGlite options for a new folder: a database as initdb creates it, unpacked several times faster than initdb runs.
 * Without the build, as in development, PGlite runs initdb itself.
 */
export async function emptyDatabase(): Promise<{ loadDataDir?: Blob }> {
  return existsSync(file) ? { loadDataDir: await openAsBlob(file, { type: 'application/gzip' }) } : {};
}
