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

  it('finds a limit on elapsed time, but accepts a ratio', () => {
    const test = (line: string) => `it('is fast', () => {\n${line}\n});`;
    expect(faults(test('expect(performance.now() - start).toBeLessThan(1000);'))).toEqual([
      'some.test.ts:2 asserts time',
    ]);
    expect(faults(test('expect(ofLarge / ofSmall).toBeLessThan(10);'))).toEqual([]);
  });

  it.each([
    'await new Promise((resolve) => setTimeout(resolve, 50));',
    'setTimeout(() => abort.abort(), delayMs);',
    'await page.waitForTimeout(5000);',
    "import { setTimeout as pause } from 'node:timers/promises';",
  ])('finds a wait for a fixed time: %s', (source) => {
    expect(faults(source)).toEqual(['some.test.ts:1 waits for a fixed time']);
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
