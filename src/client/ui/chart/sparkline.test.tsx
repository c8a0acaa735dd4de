import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Sparkline } from './sparkline';

/** The heights of the line, first to last; 0 is the top. */
const heights = () =>
  [...(document.querySelector('path')?.getAttribute('d') ?? '').matchAll(/[ML]?[\d.]+,([\d.]+)/g)].map(([, y]) =>
    Number(y),
  );

it('draws the course of its values, named in words', () => {
  renderInApp(<Sparkline values={[10, 30, 20]} label="Up 100% in 30 days" />);
  expect(screen.getByRole('img', { name: 'Up 100% in 30 days' })).toBeDefined();
  const [first = 0, second = 0, last = 0] = heights();
  expect(second).toBeLessThan(last);
  expect(last).toBeLessThan(first);
});

it.each([
  ['no value', []],
  ['a single value', [10]],
])('draws nothing for %s, and is silent', (_, values) => {
  renderInApp(<Sparkline values={values} label="Up" />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(document.querySelector('path')).toBeNull();
  // Its place stays.
  expect(document.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});

it('draws values that do not change as a level line', () => {
  renderInApp(<Sparkline values={[5, 5, 5]} label="Unchanged" />);
  const [first, ...rest] = heights();
  expect(first).toBeGreaterThan(0);
  expect(rest).toEqual([first, first]);
});
