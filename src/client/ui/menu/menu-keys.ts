/** The items of a menu and the focused one. */
export interface MenuPlace {
  /** The text of each item. */
  names: readonly string[];
  /** Index of the focused item; -1 if none. */
  now: number;
}

/** The index that a key focuses by the ARIA pattern: arrows wrap around, Home, End, and type-ahead by first letter. */
export function menuTarget(key: string, { names, now }: MenuPlace): number | undefined {
  const { length } = names;
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (now + 1) % length;
  if (key === 'ArrowUp') return (Math.max(now, 0) - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if ([...key].length !== 1 || key === ' ') return undefined;
  const letter = key.toLocaleLowerCase();
  for (let step = 1; step <= length; step++) {
    const index = (now + step) % length;
    if (names[index]?.trim().toLocaleLowerCase().startsWith(letter)) return index;
  }
  return undefined;
}
