import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatDay } from '~/client/lib/format';
import { renderInApp } from '~/client/testing/render';
import { LineChart } from './line-chart';

const days = Array.from({ length: 20 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
const chart = {
  label: 'Index',
  days,
  series: [
    { name: 'Portfolio', tone: 'accent', values: days.map((_, index) => 100 + index) },
    // The market was closed on the last day.
    { name: 'SPY', tone: 'quiet', values: days.map((_, index) => (index === 19 ? undefined : 100)) },
  ] as const,
  reference: 100,
  formatValue: (value: number) => value.toFixed(1),
};
const slider = () => screen.getByRole('slider', { name: 'Index' });
const valueText = () => slider().getAttribute('aria-valuetext');
const at = (place: number, portfolio: string, spy: string) =>
  `${formatDay(days[place] ?? '')}, Portfolio ${portfolio}, SPY ${spy}`;

/** happy-dom has no layout, so the test sets the plot's width. */
const widen = (width: number) => {
  slider().getBoundingClientRect = () => new DOMRect(0, 0, width, 100);
};

it('starts with the latest day, with a dash for unknown values', () => {
  renderInApp(<LineChart {...chart} />);
  expect(valueText()).toBe(at(19, '119.0', '-'));
  const readout = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(readout).toEqual(['119.0', '-', formatDay('2026-01-20')]);
});

it('moves with the slider keys and stops at both ends', async () => {
  const { user } = renderInApp(<LineChart {...chart} />);
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  expect(valueText()).toBe(at(18, '118.0', '100.0'));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(slider().getAttribute('aria-valuenow')).toBe('19');
  await user.keyboard('{Home}{ArrowDown}');
  expect(slider().getAttribute('aria-valuenow')).toBe('0');
  await user.keyboard('{PageUp}');
  expect(slider().getAttribute('aria-valuenow')).toBe('2');
  await user.keyboard('{End}{PageDown}');
  expect(valueText()).toBe(at(17, '117.0', '100.0'));
});

it('leaves other keys to the page', () => {
  renderInApp(<LineChart {...chart} />);
  // `false` would mean that the default action was prevented.
  expect(fireEvent.keyDown(slider(), { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(slider(), { key: 'ArrowLeft' })).toBe(false);
});

it('shows the day under the pointer, and the latest again when the mouse leaves', () => {
  renderInApp(<LineChart {...chart} />);
  widen(190);
  fireEvent.pointerMove(slider(), { clientX: 42, pointerType: 'mouse' });
  expect(valueText()).toBe(at(4, '104.0', '100.0'));
  fireEvent.pointerLeave(slider(), { pointerType: 'mouse' });
  expect(valueText()).toBe(at(19, '119.0', '-'));
});

it('keeps the day that was selected by touch', () => {
  renderInApp(<LineChart {...chart} />);
  widen(190);
  fireEvent.pointerDown(slider(), { clientX: 0, pointerType: 'touch' });
  fireEvent.pointerLeave(slider(), { pointerType: 'touch' });
  expect(slider().getAttribute('aria-valuenow')).toBe('0');
});

it('clamps a pointer outside of the plot to its edge', () => {
  renderInApp(<LineChart {...chart} />);
  widen(190);
  fireEvent.pointerDown(slider(), { clientX: -50, pointerType: 'mouse' });
  expect(slider().getAttribute('aria-valuenow')).toBe('0');
  fireEvent.pointerDown(slider(), { clientX: 900, pointerType: 'mouse' });
  expect(slider().getAttribute('aria-valuenow')).toBe('19');
});

it('shows an event beside its day', async () => {
  const { user } = renderInApp(<LineChart {...chart} marks={[{ at: 18, name: 'Verified from here' }]} />);
  expect(valueText()).not.toContain('Verified');
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  expect(valueText()).toMatch(/^Verified from here · /);
});

it('clamps the selected day when the history gets shorter', async () => {
  const { user, rerender } = renderInApp(<LineChart {...chart} />);
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  rerender(<LineChart {...chart} days={days.slice(0, 3)} />);
  expect(slider().getAttribute('aria-valuenow')).toBe('2');
  expect(valueText()).toBe(at(2, '102.0', '100.0'));
});

it('renders without days', () => {
  renderInApp(<LineChart {...chart} days={[]} series={[{ name: 'Portfolio', tone: 'accent', values: [] }]} />);
  expect(valueText()).toBe('-, Portfolio -');
  expect(document.body.innerHTML).not.toContain('NaN');
});
