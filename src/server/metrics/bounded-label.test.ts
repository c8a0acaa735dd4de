import { describe, expect, it } from 'vitest';
import { boundedLabel } from './bounded-label';

describe('a bounded label', () => {
  it('keeps the first values and counts every further one as other', () => {
    const bounded = boundedLabel(2);
    expect(['a', 'b', 'c', 'a', 'b', 'd'].map(bounded)).toEqual(['a', 'b', 'other', 'a', 'b', 'other']);
  });
});
