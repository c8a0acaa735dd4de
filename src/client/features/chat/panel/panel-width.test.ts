import { describe, expect, it } from 'vitest';
import { clampWidth, readWidth, widthForKey } from './panel-width';

describe('the width of the panel', () => {
  it('stays between 200 and 600 pixels', () => {
    expect([clampWidth(12), clampWidth(300.4), clampWidth(4000)]).toEqual([200, 300, 600]);
  });

  it('changes with arrow keys, Home and End', () => {
    expect(widthForKey('ArrowRight', 256)).toBe(272);
    expect(widthForKey('ArrowLeft', 205)).toBe(200);
    expect([widthForKey('Home', 300), widthForKey('End', 300)]).toEqual([200, 600]);
    expect(widthForKey('a', 300)).toBeUndefined();
  });

  it('is 256 pixels by default', () => {
    expect(readWidth()).toBe(256);
  });
});
