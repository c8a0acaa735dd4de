import { memo, useMemo } from 'react';
import { AnswerPart, type AnswerPartProps, type LongBlockProps } from './answer-part';
import { itemsFrom } from './part-plugins';

/** A long list: one to those who hear it, though its items come in several elements. */
export function LongList({ parts, isRunning, isWritten = false, ...rest }: LongBlockProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: its items are in list elements that only number them
    <div role="list">
      {parts.map((block, index) => (
        <ListPart
          key={block.start}
          block={block}
          isFinal={block.isSettled || !isRunning}
          isRunning={isRunning}
          isWritten={isWritten && index === parts.length - 1}
          {...rest}
        />
      ))}
    </div>
  );
}

const ListPart = memo(function ListPart(props: AnswerPartProps) {
  const number = props.block.part?.number;
  const plugins = useMemo(() => itemsFrom(number), [number]);
  return (
    <div data-part="list">
      <AnswerPart {...props} plugins={plugins} />
    </div>
  );
});
