import { hasReferences } from './has-references';
import type { MarkdownBlock } from './markdown-blocks';

interface Group {
  blocks: readonly (MarkdownBlock | readonly MarkdownBlock[])[];
  isRunning: boolean;
}

/** Compares the props of a group: its array is new each time, its blocks are not. */
export function isSameGroup<T extends Group>(
  { blocks: before, isRunning: wasRunning, ...old }: T,
  { blocks: after, isRunning, ...now }: T,
): boolean {
  return (
    isShallowEqual(old, now) &&
    before.length === after.length &&
    before.every((block, index) => block === after[index] || isShallowEqual<object>(block, after[index] ?? [])) &&
    // The end of the answer changes few blocks. Rerendering thousands at once would hold up the page.
    (wasRunning === isRunning || after.flat().every(isSameAfterEnd))
  );
}

/** Whether the block looks the same while its answer streams and after that. Long code is followed by a note at its end. */
const isSameAfterEnd = ({ isSettled, kind, raw }: MarkdownBlock) => isSettled && kind !== 'code' && !hasReferences(raw);

function isShallowEqual<T extends object>(a: T, b: T): boolean {
  // Object.keys returns strings; other properties would be compared as well.
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
