import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The version in package.json, which is in a parent folder of both the sources and the build. */
export function packageVersion(folder = import.meta.dirname): string {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return packageVersion(path.dirname(folder));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
