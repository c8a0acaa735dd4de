import { useState } from 'react';
import { AnswerPart, type LongBlockProps } from './answer-part';
import { PartGroup, partGroups } from './part-group';
import { headAndRows } from './part-plugins';
import { WideTable } from './wide-table';

/** A long table: its columns keep the widths of the first rows, so that rows outside the viewport need no layout. */
export function LongTable({ parts: [first, ...parts], isWritten = false, opened, ...rest }: LongBlockProps) {
  const [widths, setWidths] = useState<readonly number[]>();
  const measure = (heads: readonly HTMLTableCellElement[]) => setWidths(heads.map((head) => head.offsetWidth));
  const groups = partGroups(parts);
  return (
    <div dir="auto">
      <WideTable widths={widths} onHeads={measure}>
        {first && <AnswerPart block={first} isFinal plugins={headAndRows} isBare {...rest} />}
        {groups.map((group, index) => {
          const isLast = index === groups.length - 1;
          return (
            <PartGroup
              key={group[0]?.start}
              blocks={group}
              isLast={isLast}
              isWritten={isWritten && isLast}
              opened={opened}
              {...rest}
            />
          );
        })}
      </WideTable>
    </div>
  );
}
