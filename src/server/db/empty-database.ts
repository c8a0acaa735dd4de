import { existsSync, openAsBlob } from 'node:fs';
import path from 'node:path';
import { root } from '~/server/lib/product-root';

/** Made by scripts/empty-database.mjs, a part of the build. */
const file = path.join(root, 'dist/empty-database.tar.gz');

/**
 * An option of PGlite for a new folder: a database as initdb leaves it, which is unpacked several times faster than
 * initdb runs. Without the build, as in development, PGlite runs initdb itself.
 */
export async function emptyDatabase(): Promise<{ loadDataDir?: Blob }> {
  return existsSync(file) ? { loadDataDir: await openAsBlob(file, { type: 'application/gzip' }) } : {};
}
