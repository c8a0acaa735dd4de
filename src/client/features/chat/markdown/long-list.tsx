import type { LongBlockProps } from './answer-part';
import { PartGroup, partGroups } from './part-group';

/** A long list: one list to screen readers, although its items are in several elements. */
export function LongList({ parts, isWritten = false, ...rest }: LongBlockProps) {
  const groups = partGroups(parts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its items are in list elements that only number them
    <div role="list">
      {groups.map((group, index) => {
        const isLast = index === groups.length - 1;
        return (
          <PartGroup key={group[0]?.start} blocks={group} isLast={isLast} isWritten={isWritten && isLast} {...rest} />
        );
      })}
    </div>
  );
}
