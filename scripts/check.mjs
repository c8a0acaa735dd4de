/**
 * npm run check: types, promises, format, lint, import rules, migrations, test rules, wording, sizes, exports and texts
 * that no page reads, as many in parallel as there are cores; then unit and component tests. The first step of CI.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { prepareQuickTests, saveQuickTests } from './quick-tests.mjs';

const root = path.resolve(import.meta.dirname, '..');
const quickTests = prepareQuickTests();
/** Required by the other steps. */
const first = ['database client', 'prisma', ['generate']];
/** Independent checks of the sources, the longest first. */
const ofSources = [
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['promises and switches', 'oxlint', ['--type-aware']],
  ['format, lint, import directions', 'biome', ['ci', '--error-on-warnings', '.']],
  ['migrations', 'tsx', ['scripts/db-migration.ts', '--check']],
  ['tests assert something, and no time', 'node', ['scripts/check-tests.mjs']],
  ['wording', 'node', ['scripts/check-words.mjs']],
  ['sizes of files and functions', 'node', ['scripts/check-sizes.mjs']],
  ['exports without an importer', 'node', ['scripts/check-exports.mjs']],
  ['texts that no page reads', 'node', ['scripts/check-unread-words.mjs']],
];
const tests = ['unit and component tests', 'vitest', quickTests.args];

/** Fails the whole check if the step fails. Tests print their own output. */
function run([label, command, args]) {
  const from = Date.now();
  const isLoud = command === 'vitest';
  const program = command === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', command);
  const env = { ...process.env, ...(isLoud && quickTests.env) };
  const step = spawn(program, args, { cwd: root, env, stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  running.add(step);
  let output = '';
  for (const stream of [step.stdout, step.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    step.once('error', (error) => fail(label, `${error.message}\n`));
    step.once('close', (status) => {
      running.delete(step);
      if (status !== 0) fail(label, output);
      if (isLoud) saveQuickTests(from);
      process.stdout.write(`✓ ${label} – ${((Date.now() - from) / 1000).toFixed(1)} s\n`);
      resolve();
    });
  });
}

const running = new Set();

function fail(label, output) {
  for (const step of running) step.kill();
  process.stderr.write(`${output}\n✗ ${label}\n`);
  process.exit(1);
}

/** A worker: takes the next step when one is done. */
async function lane(steps) {
  for (let step = steps.shift(); step; step = steps.shift()) await run(step);
}

await run(first);
await Promise.all(Array.from({ length: Math.max(1, os.availableParallelism()) }, () => lane(ofSources)));
await run(tests);
