// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { printInLight } from './print-in-light';

const { classList } = document.documentElement;
const theme = () => [...classList].join(' ');
const fire = (name: string) => window.dispatchEvent(new Event(name));

beforeEach(() => void classList.remove('dark', 'light'));

it.each(['dark', 'light'])('prints in the light theme and restores the %s theme', (chosen) => {
  classList.add(chosen);
  const end = printInLight();
  fire('beforeprint');
  expect(theme()).toBe('light');
  fire('afterprint');
  expect(theme()).toBe(chosen);
  end();
  fire('beforeprint');
  expect(theme()).toBe(chosen);
});
