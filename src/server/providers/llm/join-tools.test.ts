import { expect, test } from 'vitest';
import { joinTools } from './join-tools';
import type { ModelTool } from './types';

const tool = (name: string): ModelTool => ({
  name,
  description: '',
  parameters: {},
  activity: () => ({ kind: 'book', label: name }),
  run: async () => name,
});

test('tools keep their order and instructions become paragraphs', () => {
  const joined = joinTools(
    { list: [tool('a'), tool('b')], instructions: 'First.' },
    { list: [], instructions: '' },
    { list: [tool('c')], instructions: 'Second.' },
  );
  expect(joined.list.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(joined.instructions).toBe('First.\n\nSecond.');
});

test('two tools of the same name are rejected', () => {
  const set = { list: [tool('a')], instructions: '' };
  expect(() => joinTools(set, set)).toThrow('Two tools are named a.');
});
