import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowWindow } from './row-window';

it('always contains every visible row, and few others', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(600_000), fc.integer({ min: 1, max: 3000 }), (count, scrolled, height) => {
      const rowHeight = 52;
      const scrollTop = Math.min(scrolled, Math.max(0, count * rowHeight - height));
      const { first, last } = rowWindow(count, rowHeight, scrollTop, height);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeLessThanOrEqual(count);
      expect(first).toBeLessThanOrEqual(Math.floor(scrollTop / rowHeight));
      expect(last).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((scrollTop + height) / rowHeight)));
      expect(last - first).toBeLessThanOrEqual(height / rowHeight + 40);
    }),
  );
});
