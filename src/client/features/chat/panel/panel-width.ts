import { interfaceLimits } from '~/shared/interface-limits';

const { initial, min, max } = interfaceLimits.panelWidth;
const storageKey = 'panel-width';
const step = 16;

export function clampWidth(width: number): number {
  return Math.min(max, Math.max(min, Math.round(width)));
}

export function readWidth(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return stored > 0 ? clampWidth(stored) : initial;
  } catch {
    // Storage may be forbidden; the panel then has its default width.
    return initial;
  }
}

export function storeWidth(width: number): void {
  try {
    localStorage.setItem(storageKey, String(width));
  } catch {
    // As above; the width then lasts until a reload.
  }
}

/** The new width for a key; undefined for other keys. */
export function widthForKey(key: string, width: number): number | undefined {
  if (key === 'ArrowLeft') return clampWidth(width - step);
  if (key === 'ArrowRight') return clampWidth(width + step);
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return undefined;
}
