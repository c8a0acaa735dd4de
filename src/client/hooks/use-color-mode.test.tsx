import { readFileSync } from 'node:fs';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { useColorMode } from './use-color-mode';

const themeScript = readFileSync('public/theme.js', 'utf8');

/** A fake device whose theme can change, with its listeners. */
function device(initial: 'dark' | 'light') {
  const listeners = new Set<() => void>();
  let theme = initial;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return theme === 'light';
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }));
  const turn = (next: typeof theme) => {
    theme = next;
    for (const listener of listeners) listener();
  };
  return { listeners, turn };
}

const page = document.documentElement;
/** Runs public/theme.js as the page's head does, before any other script. */
const runThemeScript = () => new Function(themeScript)();

/** Only the browser bar's color is checked; the page's styles are shared by all tests. */
const meta = document.createElement('meta');
meta.name = 'theme-color';
beforeEach(() => document.head.append(meta));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  meta.remove();
  page.className = '';
});

it('is dark by default, even on a light device', () => {
  const { turn } = device('light');
  runThemeScript();
  expect(page.className).toBe('dark');
  turn('dark');
  turn('light');
  expect(page.className).toBe('dark');
});

it('follows the device before the application has loaded', () => {
  localStorage.setItem('theme', 'system');
  const { turn } = device('dark');
  runThemeScript();
  expect(page.className).toBe('dark');
  turn('light');
  expect(page.className).toBe('light');
  expect(meta.content).toBe('#FAF8F4');
});

it('is dark if storage is not available, and keeps a choice for the page', () => {
  const { turn } = device('light');
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
  runThemeScript();
  expect(page.className).toBe('dark');
  const { result } = renderHook(useColorMode);
  act(() => result.current.choose('light'));
  expect(result.current.mode).toBe('light');
  act(() => turn('dark'));
  expect(result.current.mode).toBe('light');
});

it('updates every component, and listens to the device only while one is mounted', () => {
  const { listeners, turn } = device('dark');
  page.className = 'dark';
  const first = renderHook(useColorMode);
  const second = renderHook(useColorMode);
  act(() => first.result.current.choose('system'));
  act(() => turn('light'));
  expect([first.result.current.mode, second.result.current.mode]).toEqual(['light', 'light']);
  expect(second.result.current.choice).toBe('system');
  expect(listeners.size).toBe(1);
  first.unmount();
  second.unmount();
  expect(listeners.size).toBe(0);
});

it.each([
  [true, 1],
  [false, 0],
])('a note says that a browser is too old (%s)', (isOld, notes) => {
  device('dark');
  vi.stubGlobal('URL', isOld ? class {} : { canParse: () => true });
  if (!('popover' in HTMLElement.prototype)) {
    Reflect.set(HTMLElement.prototype, 'popover', null);
    onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'popover'));
  }
  runThemeScript();
  window.dispatchEvent(new Event('DOMContentLoaded'));
  const found = [...document.querySelectorAll('[role=alert]')];
  for (const note of found) note.remove();
  expect(found.map(({ textContent }) => textContent?.includes('too old'))).toEqual(Array(notes).fill(true));
});
