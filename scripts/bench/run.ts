/**
 * Runs all benchmarks one after another, because each needs the whole machine. Exit code 1 if a target was missed.
 * Usage: npm run build && npx tsx scripts/bench/run.ts
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const scripts = [
  'start.ts',
  'durability.ts',
  'prepared-statements.ts',
  'first-token.ts',
  'first-token-embedded.ts',
  'question-cost.ts',
  'prompt.ts',
  'searched-answer.ts',
  'web-pages.ts',
  'search.ts',
  'reads.ts',
  'rest.ts',
  'positions.ts',
  'concurrent-answers.ts',
  'processes.ts',
  'checkpoints.ts',
  'encryption.ts',
  'files.ts',
  'public-pages.ts',
  'book-page.ts',
  'user-table.ts',
  'long-answers.ts',
  'number-lock.ts',
];
let failed = 0;
for (const script of scripts) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, script)], {
    stdio: 'inherit',
    timeout: 600_000,
  });
  if (status !== 0) failed++;
}
console.log(
  failed === 0
    ? '\nEvery number was reached.'
    : `\n${failed} of ${scripts.length} scripts did not reach all their numbers.`,
);
process.exit(failed === 0 ? 0 : 1);
