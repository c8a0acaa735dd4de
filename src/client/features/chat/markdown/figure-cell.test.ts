import { expect, it } from 'vitest';
import { isFigure } from './figure-cell';

it('recognizes figures with a unit, and leaves words proportional', () => {
  const cells = ['-4.2%', '$1.2bn', '2026', 'mid-2027', 'Coca-Cola', 'Rose by 3%'];
  expect(cells.filter(isFigure)).toEqual(['-4.2%', '$1.2bn', '2026']);
});
