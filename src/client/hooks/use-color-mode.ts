import { useSyncExternalStore } from 'react';

export type ColorMode = 'dark' | 'light';
/** 'system' follows the device, also when its theme changes while the page is open. */
export type ColorChoice = ColorMode | 'system';

/** Shared with public/theme.js, which applies the choice before the first paint and follows the device. */
const storageKey = 'theme';
const listeners = new Set<() => void>();
/** The choice if storage is not available; it is lost when the page closes. */
let unstoredChoice: ColorChoice | undefined;

function currentMode(): ColorMode {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function currentChoice(): ColorChoice {
  if (unstoredChoice) return unstoredChoice;
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'system' ? stored : 'dark';
  } catch {
    return currentMode();
  }
}

const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)');
/** The media query that has a change listener; undefined without subscribers. */
let followed: MediaQueryList | undefined;
const systemMode = (): ColorMode => (prefersLight().matches ? 'light' : 'dark');

function follow(): void {
  if (currentChoice() === 'system') apply(systemMode());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!followed) {
    followed = prefersLight();
    followed.addEventListener('change', follow);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    followed?.removeEventListener('change', follow);
    followed = undefined;
  };
}

function apply(mode: ColorMode): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', mode === 'dark');
  classList.toggle('light', mode === 'light');
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--chakra-colors-bg');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground.trim());
  for (const listener of listeners) listener();
}

function choose(choice: ColorChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
    unstoredChoice = undefined;
  } catch {
    unstoredChoice = choice;
  }
  apply(choice === 'system' ? systemMode() : choice);
}

export function useColorMode() {
  const mode = useSyncExternalStore<ColorMode>(subscribe, currentMode, () => 'dark');
  const choice = useSyncExternalStore<ColorChoice>(subscribe, currentChoice, () => 'dark');
  return { mode, choice, choose, toggle: () => choose(mode === 'dark' ? 'light' : 'dark') };
}
