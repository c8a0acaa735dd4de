import { memo, useMemo, useRef } from 'react';
import { AnswerPart, type AnswerPartProps } from './answer-part';
import { roomOf } from './group-room';
import type { MarkdownBlock } from './markdown-blocks';
import { itemsFrom, rowsOnly } from './part-plugins';
import { isSameGroup } from './same-group';
import { useTurn } from './use-turn';

/** So many parts of a long block are one to React and to the browser, once they are finished. */
const groupSize = 4;

export function partGroups(parts: readonly MarkdownBlock[]): MarkdownBlock[][] {
  const groups: MarkdownBlock[][] = [];
  for (let index = 0; index < parts.length; index += groupSize) groups.push(parts.slice(index, index + groupSize));
  return groups;
}

export interface PartGroupProps extends Pick<AnswerPartProps, 'markers' | 'marks' | 'definitions' | 'idPrefix'> {
  blocks: readonly MarkdownBlock[];
  isRunning: boolean;
  /** Its end is where the answer is being written. */
  isWritten: boolean;
  /** The last of its block. */
  isLast: boolean;
  opened: number;
}

/** Some parts of a long block that follow one another. */
export const PartGroup = memo(function PartGroup({ blocks, isLast, opened, isWritten, ...shared }: PartGroupProps) {
  const place = useRef<HTMLDivElement & HTMLTableSectionElement>(null);
  const [first] = blocks;
  const isDrawn = useTurn(place, !isLast && (first?.start ?? 0) < opened);
  const style = { containIntrinsicSize: `auto ${roomOf(blocks)}rem` };
  const parts =
    isDrawn &&
    blocks.map((block, index) => (
      <Part
        key={block.start}
        block={block}
        isFinal={block.isSettled || !shared.isRunning}
        isWritten={isWritten && index === blocks.length - 1}
        {...shared}
      />
    ));
  if (first?.kind === 'table')
    return (
      // biome-ignore lint/a11y/noRedundantRoles: its display takes the role of the element away
      <tbody role="rowgroup" ref={place} style={style}>
        {parts}
      </tbody>
    );
  return (
    <div ref={place} data-part={first?.kind} style={style}>
      {parts}
    </div>
  );
}, isSameGroup);

function Part(props: AnswerPartProps) {
  const { kind, part } = props.block;
  const number = part?.number;
  const plugins = useMemo(() => itemsFrom(number), [number]);
  if (kind === 'table') return <AnswerPart {...props} plugins={rowsOnly} isBare />;
  return <AnswerPart {...props} plugins={kind === 'list' ? plugins : undefined} />;
}
