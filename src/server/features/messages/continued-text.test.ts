import { expect, it } from 'vitest';
import { lastWords, repeatedStart } from './continued-text';

const joined = (earlier: string, fresh: string) => earlier + fresh.slice(repeatedStart(earlier, fresh));

it.each([
  [
    'in the middle of a word',
    'Rates fell because the com',
    'fell because the company',
    'Rates fell because the company',
  ],
  [
    'after a space',
    'Rates fell because the ',
    'fell because the bank cut them',
    'Rates fell because the bank cut them',
  ],
  ['with extra leading space', 'Rates fell because the', '\n\nfell because the bank', 'Rates fell because the bank'],
  ['in a table', '| Apple Inc. | 3', '| Apple Inc. | 3.4 |\n| SAP | 2 |', '| Apple Inc. | 3.4 |\n| SAP | 2 |'],
  [
    'in a code block that the model opens again',
    'Code:\n```ts\nconst answer = for',
    '```ts\nconst answer = forty();\n```\n',
    'Code:\n```ts\nconst answer = forty();\n```\n',
  ],
  ['without a repetition', 'Rates fell', ' again.', 'Rates fell again.'],
])('joins a text that was cut %s', (_name, earlier, fresh, whole) => {
  expect(joined(earlier, fresh)).toBe(whole);
});

it('keeps a short word that only looks like a repetition', () => {
  expect(joined('It is what it is', ' is it')).toBe('It is what it is is it');
});

it('keeps a code block that begins after the cut', () => {
  expect(joined('```ts\na\n```\nAnd in Python, as an example:\n', '```py\nb\n```')).toContain('```py\nb');
});

it('requests whole words of the last line', () => {
  expect(lastWords(`${'word '.repeat(30)}\nThe last line of this text`)).toBe('last line of this text');
  expect(lastWords('Short')).toBe('Short');
});
