import { expect, it } from 'vitest';
import { reasonOf } from './failure-reason.mjs';

it('gives the message without colors, and the first place in the project', () => {
  const stack = [
    'Error: 1 is not 2',
    '    at check (/app/node_modules/vitest/dist/check.js:1:1)',
    '    at node:internal/process/task_queues:95:5',
    '    at /app/src/sum.test.ts:3:14',
    '    at run (/app/src/run.ts:9:1)',
  ].join('\n');
  expect(reasonOf({ message: '\u001b[31m1 is not 2\u001b[39m\n', stack })).toBe(
    '\n    1 is not 2\n    at /app/src/sum.test.ts:3:14',
  );
});

it('cuts a long difference', () => {
  const message = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  const lines = reasonOf({ message }).trim().split('\n');
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)?.trim()).toBe('…');
});

it('is empty without an error', () => {
  expect(reasonOf(undefined)).toBe('');
});
