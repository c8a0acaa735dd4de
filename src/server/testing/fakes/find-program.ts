import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { searchPath } from '~/server/testing/environment';

/** Location of a system program, including folders outside of ordinary users' PATH; null if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...searchPath().split(path.delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
