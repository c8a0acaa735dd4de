import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json, found from the sources and from the build. */
export const root = findRoot(import.meta.dirname);
export const migrationsDir = path.join(root, 'prisma/migrations');

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  if (above === folder)
    throw new Error('No package.json was found in this folder or above. Run the command in the folder of the product.');
  return findRoot(above);
}
