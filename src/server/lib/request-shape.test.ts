import { describe, expect, it } from 'vitest';
import { checkShape, checkUnparsed } from './request-shape';

const nested = (depth: number): unknown => (depth === 0 ? 'end' : [nested(depth - 1)]);

describe('the shape of a request', () => {
  it('may contain ten thousand values, 32 levels deep', () => {
    for (const json of [null, 'text', { a: [1, { b: 2 }] }, Array(9_999).fill(0), nested(32)])
      expect(() => checkShape(json)).not.toThrow();
  });

  it('may contain no more', () => {
    const deepest = JSON.parse(`${'['.repeat(400_000)}${']'.repeat(400_000)}`);
    const wide = Array.from({ length: 200 }, () => Array(60).fill(0));
    for (const json of [Array(10_000).fill(0), wide, nested(33), deepest])
      expect(() => checkShape(json)).toThrow('The request contains too many values.');
  });
});

describe('JSON that is not parsed yet', () => {
  const bytes = (json: string) => Buffer.from(json);

  it('passes if it has ten thousand values, whatever its strings contain', () => {
    const text = `${',[{'.repeat(20_000)} ",[ \\ é`;
    for (const json of [
      '',
      'null',
      '{',
      '[1',
      Array(9_999).fill([]),
      [text, { [text]: text }, '\\"', '\\'],
      nested(32),
    ])
      expect(() => checkUnparsed(bytes(typeof json === 'string' ? json : JSON.stringify(json)))).not.toThrow();
  });

  it('is rejected if it has more', () => {
    const afterStrings = `["\\"","\\\\"${',0'.repeat(10_000)}]`;
    for (const json of [
      JSON.stringify(Array(10_001).fill(0)),
      '['.repeat(20_000),
      '{"a":'.repeat(20_000),
      afterStrings,
    ])
      expect(() => checkUnparsed(bytes(json))).toThrow('The request contains too many values.');
  });
});
