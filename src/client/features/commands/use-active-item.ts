import { type KeyboardEvent, useEffect, useState } from 'react';
import { isComposing } from '~/client/lib/is-composing';
import type { PaletteItem } from './palette-items';

/** The row that Enter runs. The arrow keys move it; a changed search resets it to the first row. */
export function useActiveItem(
  items: readonly PaletteItem[],
  optionId: (index: number) => string,
  search: readonly unknown[],
) {
  // The row's id, because results that arrive later move the rows.
  const [pointed, setPointed] = useState<string>();
  const active = Math.max(
    items.findIndex(({ id }) => id === pointed),
    0,
  );
  const activeId = optionId(active);
  const point = (index: number) => setPointed(items[index]?.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` only determines when to reset
  useEffect(() => setPointed(undefined), search);
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent) {
    // Enter and arrow keys belong to an active input method.
    if (isComposing(event.nativeEvent) || items.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) point((active + step + items.length) % items.length);
    else if (event.key === 'Enter') items[active]?.run();
    else return;
    event.preventDefault();
  }

  return { active, point, onKeyDown };
}
