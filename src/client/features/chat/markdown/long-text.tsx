import type { LongBlockProps } from './answer-part';
import { PartGroup, partGroups } from './part-group';

/** A long paragraph. Only a shorter line before each split shows that it was split. */
export function LongText({ parts, isWritten = false, ...rest }: LongBlockProps) {
  const groups = partGroups(parts);
  return (
    <div>
      {groups.map((group, index) => {
        const isLast = index === groups.length - 1;
        return (
          <PartGroup key={group[0]?.start} blocks={group} isLast={isLast} isWritten={isWritten && isLast} {...rest} />
        );
      })}
    </div>
  );
}
