import { expect, it } from 'vitest';
import { layOut } from './bar-layout';

const labels = ['2023', '2024', '2025'];

it('places bars above and below zero, side by side', () => {
  const { bars, zero } = layOut(labels, [
    { name: 'a', values: [10, -10, undefined] },
    { name: 'b', values: [5, 5, 5] },
  ]);
  expect(zero).toBe(50);
  expect(bars[0]).toHaveLength(2);
  expect(bars[0]?.map(({ y, height }) => [y, height])).toEqual([
    [0, 50],
    [50, 50],
  ]);
  const [first, second] = [bars[0]?.[0], bars[1]?.[0]];
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? 0);
});

it('interrupts a line if a figure is missing', () => {
  const { lines } = layOut(labels, [{ name: 'a', values: [1, undefined, 2] }]);
  expect(lines[0]?.match(/[ML]/g)).toEqual(['M', 'M']);
});

it('limits the number of labels', () => {
  const many = Array.from({ length: 30 }, (_, index) => String(index));
  expect(layOut(many, [{ name: 'a', values: many.map(Number) }]).xTicks.length).toBeLessThanOrEqual(8);
});
