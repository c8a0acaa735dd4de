/**
 * npm run check: format, lint and import directions, test rules, wording, sizes, types, promises, migrations, unit and
 * component tests. What CI runs first.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { keepQuickTests, prepareQuickTests } from './quick-tests.mjs';

const root = path.resolve(import.meta.dirname, '..');
const quickTests = prepareQuickTests();
const steps = [
  ['database client', 'prisma', ['generate']],
  ['format, lint, import directions', 'biome', ['ci', '--error-on-warnings', '.']],
  ['tests assert something, and no time', 'node', ['scripts/check-tests.mjs']],
  ['wording', 'node', ['scripts/check-words.mjs']],
  ['sizes of files and functions', 'node', ['scripts/check-sizes.mjs']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['promises and switches', 'oxlint', ['--type-aware']],
  ['migrations', 'tsx', ['scripts/db-migration.ts', '--check']],
  ['unit and component tests', 'vitest', quickTests.args],
];

for (const [label, command, args] of steps) {
  const from = Date.now();
  const isLoud = command === 'vitest';
  const { status, stdout, stderr } = spawnSync(
    command === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', command),
    args,
    {
      cwd: root,
      encoding: 'utf8',
      stdio: isLoud ? 'inherit' : 'pipe',
      env: { ...process.env, ...(isLoud && quickTests.env) },
    },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n✗ ${label}\n`);
    process.exit(1);
  }
  if (isLoud) keepQuickTests(from);
  process.stdout.write(`✓ ${label} – ${((Date.now() - from) / 1000).toFixed(1)} s\n`);
}
