/** Unit and component tests. npm run check runs them, and npm test reuses the result if no file has changed since. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newest } from './build-state.mjs';

const root = path.resolve(import.meta.dirname, '..');
const report = path.join(root, 'node_modules/.cache/qinsight-quick-tests.json');
const sources = ['src', 'prisma', 'public', 'scripts', 'deploy', 'docs', 'e2e', '.ci'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'vite.config.ts',
  '.env.example',
];

export const quickProjects = ['unit', 'client'];

/** The arguments and environment for Vitest that run the tests and store the result. */
export function prepareQuickTests() {
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const args = ['run', ...quickProjects.flatMap((name) => ['--project', name]), '--reporter=default'];
  return { args: [...args, '--reporter=./scripts/vitest-report.mjs'], env: { TEST_REPORT: report } };
}

/** Adds the start time to a stored result. */
export function saveQuickTests(startedAt) {
  writeFileSync(report, JSON.stringify({ ...JSON.parse(readFileSync(report, 'utf8')), startedAt }));
}

/**
 * The stored result `{ passed, failed }` if it is still valid. Undefined if there is none, a test failed, or a file
 * changed.
 */
export function savedQuickTests() {
  try {
    const { startedAt, passed, failed } = JSON.parse(readFileSync(report, 'utf8'));
    const changedAt = Math.max(...[...sources, ...files].map((name) => newest(path.join(root, name), isSourceFile)));
    return failed === 0 && startedAt > changedAt ? { passed, failed } : undefined;
  } catch {
    return undefined;
  }
}

/** Ignores generated files, which every build rewrites, usually with the same content. */
const isSourceFile = (name) => name !== 'generated' && !name.endsWith('.gen.ts');
