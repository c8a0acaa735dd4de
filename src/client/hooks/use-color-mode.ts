import { useSyncExternalStore } from 'react';

export type ColorMode = 'dark' | 'light';

/** Also read by public/theme.js, which applies the choice before the first paint. */
const storageKey = 'theme';
const listeners = new Set<() => void>();

function current(): ColorMode {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(mode: ColorMode): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', mode === 'dark');
  classList.toggle('light', mode === 'light');
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--chakra-colors-bg');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground.trim());
  try {
    localStorage.setItem(storageKey, mode);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useColorMode() {
  const mode = useSyncExternalStore<ColorMode>(subscribe, current, () => 'dark');
  return { mode, toggle: () => choose(mode === 'dark' ? 'light' : 'dark') };
}
