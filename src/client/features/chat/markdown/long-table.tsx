import { useState } from 'react';
import { AnswerPart, type LongBlockProps } from './answer-part';
import { headAndRows, rowsOnly } from './part-plugins';
import { WideTable } from './wide-table';

/** A long table: its columns keep the widths of the first rows, so that rows out of sight need no layout. */
export function LongTable({ parts, isRunning, isWritten = false, ...rest }: LongBlockProps) {
  const [widths, setWidths] = useState<readonly number[]>();
  const measure = (heads: readonly HTMLTableCellElement[]) => setWidths(heads.map((head) => head.offsetWidth));
  return (
    <div dir="auto">
      <WideTable widths={widths} onHeads={measure}>
        {parts.map((block, index) => (
          <AnswerPart
            key={block.start}
            block={block}
            isFinal={block.isSettled || !isRunning}
            isRunning={isRunning}
            isWritten={isWritten && index === parts.length - 1}
            plugins={index === 0 ? headAndRows : rowsOnly}
            isBare
            {...rest}
          />
        ))}
      </WideTable>
    </div>
  );
}
