/**
 * npm test: runs all tests: unit, client, machine, database and process tests, then the e2e stories. Results of unit
 * and client tests that npm run check has just run are reused. With TEST_DATABASE_URL, the files in both-databases.mjs
 * run on that PostgreSQL server as well as on the embedded database. The output ends with the failed tests, each with
 * the reason, and the sum: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { reasonOf } from './failure-reason.mjs';
import { findChromium } from './find-chromium.mjs';
import { quickProjects, savedQuickTests } from './quick-tests.mjs';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(os.tmpdir(), 'qinsight-reports-'));
const sum = { passed: 0, failed: 0 };
const failures = [];

function run(label, command, args, env, read) {
  process.stdout.write(`\n— ${label}\n`);
  const report = path.join(reports, `${label.replaceAll(/\W+/g, '-')}.json`);
  const { status } = spawnSync(path.join(root, 'node_modules/.bin', command), args(report), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env(report) },
  });
  let counted = { passed: 0, failed: 0, failures: ['the run left no report'] };
  try {
    counted = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch (error) {
    process.stderr.write(`${label}: ${error.message}\n`);
  }
  // A run that failed without a failed test, such as by a crash or in its setup, counts as a failure.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  sum.passed += counted.passed;
  sum.failed += counted.failed;
  failures.push(...counted.failures.map((name) => `${label}: ${name}`));
}

const vitest = (label, projects) =>
  run(
    label,
    'vitest',
    () => [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=./scripts/vitest-report.mjs',
    ],
    (report) => ({ TEST_BOTH_DATABASES: '1', TEST_REPORT: report }),
    (report) => report,
  );

/** Playwright nests suites as the files nest `describe`. */
const storiesOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(storiesOf)];
const failedStoriesOf = (report) =>
  storiesOf(report).flatMap(({ file, title, tests }) => {
    const failed = tests.find(({ status }) => status === 'unexpected');
    const error = failed?.results.flatMap(({ errors }) => errors)[0];
    return failed ? `${file} › ${title}${reasonOf(error)}` : [];
  });

buildIfStale();
const kept = savedQuickTests();
if (kept) {
  process.stdout.write(
    `\n— Unit and component tests: ${kept.passed} passed in npm run check, no file has changed since\n`,
  );
  sum.passed += kept.passed;
}
const projects = [...(kept ? [] : quickProjects), 'machine', 'database', 'processes'];
if (process.env.TEST_DATABASE_URL) projects.push('database on PostgreSQL', 'processes on PostgreSQL');
vitest('Tests', projects);

const chromium = await findChromium();
if (chromium) {
  run(
    'Browser tests',
    'playwright',
    () => ['test', '--reporter=list,json'],
    (report) => ({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    (report) => ({
      passed: report.stats.expected,
      failed: report.stats.unexpected,
      failures: [...failedStoriesOf(report), ...report.errors.map(({ message }) => `outside of a story: ${message}`)],
    }),
  );
} else {
  process.stderr.write('\nThe browser tests need Chromium. Install Chromium or set CHROMIUM_PATH.\n');
  sum.failed += 1;
}

rmSync(reports, { recursive: true, force: true });
for (const name of failures) process.stdout.write(`\nFailed – ${name}`);
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
process.exit(sum.failed === 0 ? 0 : 1);
