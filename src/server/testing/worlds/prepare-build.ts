/**
 * Builds the server before the tests that start it as a process, if dist/ is older than the sources. These tests don't
 * check pages, so pages are built only if there are none.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildEnvironment } from '~/server/testing/environment';

export default function prepareBuild() {
  const hasPages = existsSync('dist/client/index.html') && existsSync('dist/client/site/home.html');
  const parts = hasPages ? "['server']" : "['server', 'pages']";
  const script = `import { buildIfStale } from './scripts/build.mjs'; buildIfStale(${parts});`;
  const env = buildEnvironment();
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit', env });
}
