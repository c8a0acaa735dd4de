import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Sparkline } from './sparkline';

/** The y coordinates of the line in order; 0 is the top. */
const heights = () =>
  [...(document.querySelector('path')?.getAttribute('d') ?? '').matchAll(/[ML]?[\d.]+,([\d.]+)/g)].map(([, y]) =>
    Number(y),
  );

it('draws its values with an accessible name', () => {
  renderInApp(<Sparkline values={[10, 30, 20]} label="Up 100% in 30 days" />);
  expect(screen.getByRole('img', { name: 'Up 100% in 30 days' })).toBeDefined();
  const [first = 0, second = 0, last = 0] = heights();
  expect(second).toBeLessThan(last);
  expect(last).toBeLessThan(first);
});

it.each([
  ['no value', []],
  ['a single value', [10]],
])('draws nothing for %s and is hidden from screen readers', (_, values) => {
  renderInApp(<Sparkline values={values} label="Up" />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.querySelector('path')).toBeNull();
  // It still takes up space.
  expect(document.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

it('draws a flat line if all values are equal', () => {
  renderInApp(<Sparkline values={[5, 5, 5]} label="Unchanged" />);
  const [first, ...rest] = heights();
  expect(first).toBeGreaterThan(0);
  expect(rest).toEqual([first, first]);
});
