import { expect, it } from 'vitest';
import { menuTarget } from './menu-keys';

const names = ['Settings', 'Knowledge', 'Sign Out'];

it('wraps around with the arrow keys', () => {
  expect(menuTarget('ArrowDown', { names, now: -1 })).toBe(0);
  expect(menuTarget('ArrowDown', { names, now: 2 })).toBe(0);
  expect(menuTarget('ArrowUp', { names, now: 0 })).toBe(2);
  expect(menuTarget('ArrowUp', { names, now: -1 })).toBe(2);
  expect(menuTarget('Home', { names, now: 2 })).toBe(0);
  expect(menuTarget('End', { names, now: 0 })).toBe(2);
});

it('finds the next item that starts with a letter', () => {
  expect(menuTarget('s', { names, now: -1 })).toBe(0);
  expect(menuTarget('s', { names, now: 0 })).toBe(2);
  expect(menuTarget('S', { names, now: 2 })).toBe(0);
  expect(menuTarget('k', { names, now: 0 })).toBe(1);
});

it('ignores all other keys', () => {
  for (const key of ['x', ' ', 'Enter', 'Tab', 'Escape', 'ArrowLeft'])
    expect(menuTarget(key, { names, now: 0 })).toBe(undefined);
  expect(menuTarget('ArrowDown', { names: [], now: -1 })).toBe(undefined);
});
