/**
 * npm run test:security: runs the tests in docs/security/attacks.md, at least one for each attack that must keep
 * failing. Tests tagged `thorough` (most cells of long tables) only run with npm test.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/security/attacks.md'), 'utf8');
const files = [...new Set(page.match(/(?:server|client|shared)\/[\w./-]+\.test\.tsx?/g))].map((file) => `src/${file}`);
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--maxWorkers=2', '--tagsFilter=!thorough', ...files],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
