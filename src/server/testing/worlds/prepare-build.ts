/**
 * Builds the server before the tests that start it as a process, when what is in dist/ is older than its sources. The
 * pages are not these tests' subject: whichever are there will do, and only where none are, they are built.
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
