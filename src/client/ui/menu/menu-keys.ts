/** Where the keyboard goes inside a menu. */
export interface MenuPlace {
  /** What each item reads. */
  names: readonly string[];
  /** The focused item; -1 for none. */
  now: number;
}

/** The item that a key leads to, by the ARIA pattern: arrows around, Home and End, a letter to the next of its name. */
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
