/**
 * Part of npm run check: every test contains an assertion, none compares times or waits for a fixed time, and modules
 * are only mocked where no other file shares them. Works on the syntax tree of each test file and of each helper of the
 * stories. An assertion is a call of expect, or of a known function that throws if what it waits for does not happen.
 * A function of the same file counts if it contains one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = path.resolve(import.meta.dirname, '..');
const assertion = /^(expect|until|assert)/;
/** Calls that define a test: it, test, it.each(…), test.skipIf(…), and tests with the fixtures of a model. */
const makers = new Set(['it', 'test', 'modelStories']);
const groups = new Set(['describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'use', 'extend', 'configure']);

/** Files in which a test may compare times, with the reason. */
const mayCompareTimes = {
  'src/client/features/chat/hostile-answers.test.ts': 'a ratio of CPU times shows quadratic time',
  'src/server/features/auth/account-enumeration.test.ts': 'compares two kinds of requests with each other',
  'src/server/features/exports/make-document.test.ts': 'a ratio of CPU times shows quadratic time',
  'src/server/features/figures/lock/unconfirmed-figures.test.ts': 'a ratio of CPU times shows quadratic time',
  'src/server/features/figures/long-table.test.ts': 'a ratio of CPU times shows a blocked event loop',
  'src/server/invariants/hostile-text.test.ts': 'a ratio of CPU times shows quadratic time',
  'src/server/processes/operator.test.ts': 'distinguishes the notification from the check ten seconds later',
  'src/server/providers/llm/sse.test.ts': 'a ratio of two times shows quadratic time',
};

/** Files in which a test may wait for a fixed time, with the reason. Elsewhere it waits for a condition. */
const mayWait = {
  'e2e/accessibility.ts': 'ends a wait for animations that do not end',
  'e2e/admin.spec.ts': 'ends a story whose socket stays open',
  'e2e/fixtures.ts': 'polls until the server is ready',
  'e2e/world.ts': 'polls until two snapshots of the page are the same',
  'src/server/db/server-pool.test.ts': 'waits longer than the limits of a PostgreSQL server',
  'src/server/processes/database-outage.test.ts': 'is about outages of this length',
  'src/server/processes/rolling-update.test.ts': 'paces simulated users',
  'src/server/processes/update.test.ts': 'paces simulated users',
  'src/server/sockets/raw-frames.test.ts': 'ends a test whose socket stays open',
};

/** Files that mock modules. vitest.config.ts runs each of them with separate modules. */
const mayReplaceModules = new Set([
  'src/server/db/synced-pglite.test.ts',
  'src/client/features/chat/files/pending-files.test.ts',
  'src/client/site/hydrate-on-intent.test.ts',
]);

const isNode = (value) => value !== null && typeof value === 'object' && typeof value.type === 'string';
function* childrenOf(node) {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}
function* descendantsOf(node) {
  yield node;
  for (const child of childrenOf(node)) yield* descendantsOf(child);
}
const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** The names in a callee: `it.each(rows)` has it and each. */
function namesOf(callee) {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'MemberExpression') return [...namesOf(callee.object), callee.property.name];
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag);
  return [];
}

/** The functions of a file by name. */
function functionsOf(program) {
  const found = new Map();
  for (const node of descendantsOf(program)) {
    if (node.type === 'FunctionDeclaration' && node.id) found.set(node.id.name, node);
    if (node.type === 'VariableDeclarator' && node.init && isFunction(node.init)) found.set(node.id.name, node.init);
  }
  return found;
}

function asserts(node, functions, seen = new Set()) {
  for (const part of descendantsOf(node)) {
    if (part.type !== 'CallExpression') continue;
    for (const name of namesOf(part.callee)) {
      if (assertion.test(name)) return true;
      const called = functions.get(name);
      if (!called || seen.has(name)) continue;
      seen.add(name);
      if (asserts(called, functions, seen)) return true;
    }
  }
  return false;
}

const isCallOf = (names, { type, callee }) => type === 'CallExpression' && names.has(namesOf(callee).join('.'));
const stopwatches = new Set(['performance.now', 'process.hrtime', 'process.hrtime.bigint']);
const clocks = new Set([...stopwatches, 'Date.now']);
/** Return or compare times that they measured. */
const measures = new Set(['findSlowInputs', 'longestTask', 'process.cpuUsage']);
const upperBounds = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);
const lowerBounds = new Set(['toBeGreaterThan', 'toBeGreaterThanOrEqual']);
const isBound = (bounds, { type, callee }) =>
  type === 'CallExpression' && callee.type === 'MemberExpression' && bounds.has(callee.property.name);

/**
 * The nodes that compare times: `expect(Date.now() - start).toBeLessThan(9)`, `performance.now() - start` anywhere, and
 * calls of `measures`. Lower bounds are fine: slow machines can't break them.
 */
function* timeComparisonsOf(node) {
  if (isBound(lowerBounds, node)) return;
  const isLimit = isBound(upperBounds, node) && node.arguments[0]?.type === 'Literal';
  const isLimitOfTime = isLimit && [...descendantsOf(node.callee.object)].some((part) => isCallOf(clocks, part));
  const isElapsedTime = node.type === 'BinaryExpression' && node.operator === '-' && isCallOf(stopwatches, node.left);
  if (isLimitOfTime || isElapsedTime || isCallOf(measures, node)) yield node;
  else for (const child of childrenOf(node)) yield* timeComparisonsOf(child);
}

/**
 * Matches `setTimeout(resolve, 50)` and Playwright's `page.waitForTimeout(50)`, but not `test.setTimeout` or a turn of
 * the event loop.
 */
function waitsFixedTime(node) {
  if (node.type === 'ImportDeclaration') return node.source.value === 'node:timers/promises';
  if (node.type !== 'CallExpression') return false;
  if (node.callee.type === 'Identifier') return node.callee.name === 'setTimeout' && node.arguments.length > 1;
  return namesOf(node.callee).at(-1) === 'waitForTimeout';
}

const replacing = new Set(['vi.mock', 'vi.doMock']);

/** The violations in a test file or a helper, one line each. */
export function faultsOf(name, source) {
  const { program, errors } = parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) return [`${name}: ${errors[0].message}`];
  const functions = functionsOf(program);
  const lineOf = ({ start }) => source.slice(0, start).split('\n').length;
  const times = mayCompareTimes[name] ? [] : [...timeComparisonsOf(program)];
  const faults = times.map((node) => `${name}:${lineOf(node)} compares times`);
  for (const node of descendantsOf(program)) {
    if (waitsFixedTime(node) && !mayWait[name]) faults.push(`${name}:${lineOf(node)} waits for a fixed time`);
    if (node.type !== 'CallExpression') continue;
    const names = namesOf(node.callee);
    const body = node.arguments.findLast(isFunction);
    const isTest = makers.has(names[0]) && !names.some((part) => groups.has(part)) && node.arguments.length > 1;
    if (isTest && body && !asserts(body.body, functions)) faults.push(`${name}:${lineOf(node)} asserts nothing`);
    if (isCallOf(replacing, node) && !mayReplaceModules.has(name))
      faults.push(`${name}:${lineOf(node)} replaces a module that other files share`);
  }
  return faults;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = ['src', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => (folder === 'e2e' ? /\.ts$/ : /\.test\.tsx?$/).test(name))
      .map((name) => `${folder}/${name}`),
  );
  const faults = files.flatMap((name) => faultsOf(name, readFileSync(path.join(root, name), 'utf8')));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
