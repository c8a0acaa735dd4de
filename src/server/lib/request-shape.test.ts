import { describe, expect, it } from 'vitest';
import { checkShape } from './request-shape';

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
