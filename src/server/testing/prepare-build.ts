/**
 * Builds the server before the tests that start it as a process, when what is in dist/ is older than its sources. The
 * pages are not these tests' subject: where none are built, an empty one takes their place.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export default function prepareBuild() {
  const script = `import { buildIfStale } from './scripts/build.mjs'; buildIfStale(['server']);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  const page = path.resolve('dist/client/index.html');
  if (existsSync(page)) return;
  mkdirSync(path.dirname(page), { recursive: true });
  writeFileSync(page, '<!doctype html><title>not built</title>\n');
}
