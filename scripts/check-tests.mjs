/**
 * Part of npm run check: every test contains an assertion, none asserts elapsed time or waits for a fixed time, and
 * modules are only mocked where no other file shares them. Works on the syntax tree of each test file. An assertion is
 * a call of expect, or of a known function that throws if its condition is not met in time. Calling a function of the
 * same file counts if that function contains one.
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
  'src/server/features/auth/account-enumeration.test.ts': 'compares two kinds of requests with each other',
  'src/server/processes/operator.test.ts': 'distinguishes the notification from the check ten seconds later',
};

/** Files in which a test may wait for a fixed time, with the reason. Elsewhere it waits for a condition. */
const mayWait = {
  'e2e/admin.spec.ts': 'ends a story whose socket stays open',
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

const clocks = new Set(['performance.now', 'process.hrtime', 'Date.now']);
const isClock = ({ type, callee }) => type === 'CallExpression' && clocks.has(namesOf(callee).join('.'));
const limits = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);

/**
 * Matches `expect(performance.now() - start).toBeLessThan(…)`. Lower bounds are fine: slow machines can't break them.
 */
function comparesTime(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  if (!limits.has(node.callee.property.name)) return false;
  const [limit] = node.arguments;
  const isNumber = limit && limit.type === 'Literal';
  return isNumber && [...descendantsOf(node.callee.object)].some(isClock);
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
const replacesModule = ({ type, callee }) => type === 'CallExpression' && replacing.has(namesOf(callee).join('.'));

/** The violations in a test file, one line each. */
export function faultsOf(name, source) {
  const { program, errors } = parseSync(name, source, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) return [`${name}: ${errors[0].message}`];
  const functions = functionsOf(program);
  const lineOf = ({ start }) => source.slice(0, start).split('\n').length;
  const faults = [];
  for (const node of descendantsOf(program)) {
    if (waitsFixedTime(node) && !mayWait[name]) faults.push(`${name}:${lineOf(node)} waits for a fixed time`);
    if (node.type !== 'CallExpression') continue;
    const names = namesOf(node.callee);
    const body = node.arguments.findLast(isFunction);
    const isTest = makers.has(names[0]) && !names.some((part) => groups.has(part)) && node.arguments.length > 1;
    if (isTest && body && !asserts(body.body, functions)) faults.push(`${name}:${lineOf(node)} asserts nothing`);
    if (comparesTime(node) && !mayCompareTimes[name]) faults.push(`${name}:${lineOf(node)} asserts time`);
    if (replacesModule(node) && !mayReplaceModules.has(name))
      faults.push(`${name}:${lineOf(node)} replaces a module that other files share`);
  }
  return faults;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = ['src', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const faults = files.flatMap((name) => faultsOf(name, readFileSync(path.join(root, name), 'utf8')));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
