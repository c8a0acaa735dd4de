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
    // Its market was closed on the last day.
    { name: 'SPY', tone: 'quiet', values: days.map((_, index) => (index === 19 ? undefined : 100)) },
  ] as const,
  reference: 100,
  formatValue: (value: number) => value.toFixed(1),
};
const slider = () => screen.getByRole('slider', { name: 'Index' });
const valueText = () => slider().getAttribute('aria-valuetext');
const at = (place: number, portfolio: string, spy: string) =>
  `${formatDay(days[place] ?? '')}, Portfolio ${portfolio}, SPY ${spy}`;

/** The DOM of the tests draws nothing, so it has to be told how wide the plot is. */
const widen = (width: number) => {
  slider().getBoundingClientRect = () => new DOMRect(0, 0, width, 100);
};

it('shows the newest day at first, with a dash where nothing is known', () => {
  renderInApp(<LineChart {...chart} />);
  expect(valueText()).toBe(at(19, '119.0', '-'));
  const readout = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  expect(readout).toEqual(['119.0', '-', formatDay('2026-01-20')]);
});

it('is passed through with the keys of a slider, and stops at both ends', async () => {
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
  // `false` would mean that the default of the key was prevented.
  expect(fireEvent.keyDown(slider(), { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(slider(), { key: 'ArrowLeft' })).toBe(false);
});

it('shows the day under the pointer, and the newest again when a mouse leaves', () => {
  renderInApp(<LineChart {...chart} />);
  widen(190);
  fireEvent.pointerMove(slider(), { clientX: 42, pointerType: 'mouse' });
  expect(valueText()).toBe(at(4, '104.0', '100.0'));
  fireEvent.pointerLeave(slider(), { pointerType: 'mouse' });
  expect(valueText()).toBe(at(19, '119.0', '-'));
});

it('keeps the day that a finger chose', () => {
  renderInApp(<LineChart {...chart} />);
  widen(190);
  fireEvent.pointerDown(slider(), { clientX: 0, pointerType: 'touch' });
  fireEvent.pointerLeave(slider(), { pointerType: 'touch' });
  expect(slider().getAttribute('aria-valuenow')).toBe('0');
});

it('keeps a pointer outside of the plot at its edge', () => {
  renderInApp(<LineChart {...chart} />);
  widen(190);
  fireEvent.pointerDown(slider(), { clientX: -50, pointerType: 'mouse' });
  expect(slider().getAttribute('aria-valuenow')).toBe('0');
  fireEvent.pointerDown(slider(), { clientX: 900, pointerType: 'mouse' });
  expect(slider().getAttribute('aria-valuenow')).toBe('19');
});

it('names what happened on a day beside the day', async () => {
  const { user } = renderInApp(<LineChart {...chart} marks={[{ at: 18, name: 'Verified from here' }]} />);
  expect(valueText()).not.toContain('Verified');
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  expect(valueText()).toMatch(/^Verified from here · /);
});

it('stays within a shorter history that takes the place of a longer one', async () => {
  const { user, rerender } = renderInApp(<LineChart {...chart} />);
  slider().focus();
  await user.keyboard('{ArrowLeft}');
  rerender(<LineChart {...chart} days={days.slice(0, 3)} />);
  expect(slider().getAttribute('aria-valuenow')).toBe('2');
  expect(valueText()).toBe(at(2, '102.0', '100.0'));
});

it('can be drawn without any day', () => {
  renderInApp(<LineChart {...chart} days={[]} series={[{ name: 'Portfolio', tone: 'accent', values: [] }]} />);
  expect(valueText()).toBe('-, Portfolio -');
  expect(document.body.innerHTML).not.toContain('NaN');
});
