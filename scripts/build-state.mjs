/** Whether dist/ is missing or older than the sources, and the way to mend that. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const sources = [
  'src',
  'prisma',
  'public',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
];

function newest(entry) {
  const stat = statSync(entry, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  let time = 0;
  for (const name of readdirSync(entry)) {
    // Generated files are results of the build, tests are no part of it.
    if (name === 'generated' || name === 'testing' || name.endsWith('.gen.ts') || name.includes('.test.')) continue;
    time = Math.max(time, newest(path.join(entry, name)));
  }
  return time;
}

function builtAt() {
  try {
    return JSON.parse(readFileSync(path.join(root, 'dist/build.json'), 'utf8')).sourcesReadAt;
  } catch {
    return 0;
  }
}

export const isBuildStale = () => builtAt() < Math.max(...sources.map((name) => newest(path.join(root, name))));

export async function buildIfStale() {
  if (isBuildStale()) await import('./build.mjs');
}
