import type { MarkdownBlock } from './markdown-blocks';

interface Group {
  blocks: readonly (MarkdownBlock | readonly MarkdownBlock[])[];
}

/** Compares the props of a group: its array is new each time, its blocks are not. */
export const isSameGroup = <T extends Group>({ blocks: before, ...old }: T, { blocks: after, ...now }: T): boolean =>
  isShallowEqual(old, now) &&
  before.length === after.length &&
  before.every((block, index) => isShallowEqual<object>(block, after[index] ?? []));

function isShallowEqual<T extends object>(a: T, b: T): boolean {
  // Object.keys returns strings; other properties would be compared as well.
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
