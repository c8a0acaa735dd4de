import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { onBothDatabases, processesOnServer } from './both-databases.mjs';
import { faultsOf } from './check-tests.mjs';

const faults = (source: string) => faultsOf('some.test.ts', source);

describe('check-tests', () => {
  it.each([
    "it('adds', () => { add(1, 2); });",
    "it.each([1, 2])('adds %s', async (n) => { await add(n); });",
    "test.skipIf(isRoot)('adds', { timeout: 9 }, function () { add(1, 2); });",
    "const add = () => 3; it('adds', () => { add(); });",
  ])('finds a test without an assertion: %s', (source) => {
    expect(faults(source)).toEqual(['some.test.ts:1 asserts nothing']);
  });

  it.each([
    "it('adds', () => { expect(add(1, 2)).toBe(3); });",
    "it('adds', async () => { await until(() => isAdded); });",
    "const sum = () => expectError(add()); it('adds', () => { sum(); });",
    "describe('adding', () => { beforeEach(() => { add(); }); });",
  ])('accepts %s', (source) => {
    expect(faults(source)).toEqual([]);
  });

  it.each([
    'expect(performance.now() - start).toBeLessThan(1000);',
    'expect(Date.now() - start).toBeLessThanOrEqual(1000);',
    'const ms = performance.now() - start; expect(ms).toBeLessThan(1000);',
    'expect(await longestTask(run)).toBeLessThan(limit);',
    'expect(await findSlowInputs(parse)).toEqual([]);',
    'const { user } = process.cpuUsage(start);',
  ])('finds a comparison of times, unless the file is an exception: %s', (source) => {
    expect(faults(source)).toEqual(['some.test.ts:1 compares times']);
    expect(faultsOf('src/server/invariants/hostile-text.test.ts', source)).toEqual([]);
  });

  it.each([
    'expect(performance.now() - start).toBeGreaterThan(990);',
    'expect(expiresAt).toBeLessThan(Date.now() + 1000);',
    'const limit = Date.now() - dayMs;',
  ])('accepts what compares no time that passed: %s', (source) => {
    expect(faults(source)).toEqual([]);
  });

  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 50));',
    'setTimeout(() => abort.abort(), delayMs);',
    'await page.waitForTimeout(5000);',
    "import { setTimeout as pause } from 'node:timers/promises';",
  ])('finds a wait for a fixed time: %s', (source) => {
    expect(faults(source)).toEqual(['some.test.ts:1 waits for a fixed time']);
    expect(faultsOf('e2e/chat.ts', source)).toEqual(['e2e/chat.ts:1 waits for a fixed time']);
    expect(faultsOf('e2e/fixtures.ts', source)).toEqual([]);
  });

  it.each(['await new Promise((resolve) => setTimeout(resolve));', 'test.setTimeout(180_000);'])(
    'accepts what is not a fixed time: %s',
    (source) => {
      expect(faults(source)).toEqual([]);
    },
  );

  it('finds a module mock in a file that shares modules', () => {
    const source = "vi.mock('./add', () => ({}));";
    expect(faults(source)).toEqual(['some.test.ts:1 replaces a module that other files share']);
    expect(faultsOf('src/client/site/hydrate-on-intent.test.ts', source)).toEqual([]);
  });
});

describe('the files that run on both databases', () => {
  it.each([...onBothDatabases, ...processesOnServer])('include %s, which exists', (file) => {
    expect(existsSync(file)).toBe(true);
  });
});
