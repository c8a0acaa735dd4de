/** The files of a folder and its subfolders, ordered by path. */
import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '~/server/lib/operator-error';

/** Skips hidden files, and links, whose targets may be anywhere. */
export async function filesInFolder(folder: string): Promise<string[]> {
  const entries = await opendir(folder, { recursive: true }).catch(() => null);
  if (!entries) throw new OperatorError(`${folder} is not a folder, or it cannot be read.`);
  const files: string[] = [];
  for await (const entry of entries) {
    const relative = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !relative.split(path.sep).some((part) => part.startsWith('.'))) files.push(relative);
  }
  return files.sort();
}
