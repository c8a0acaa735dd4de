import { memo, useMemo, useRef } from 'react';
import { AnswerPart, type AnswerPartProps } from './answer-part';
import { estimatedHeight } from './estimated-height';
import type { MarkdownBlock } from './markdown-blocks';
import { itemsFrom, rowsOnly } from './part-plugins';
import { isSameGroup } from './same-group';
import { useRenderTurn } from './use-render-turn';

/** The number of finished parts of a long block per group, which React and the browser treat as one. */
const groupSize = 4;

export function partGroups(parts: readonly MarkdownBlock[]): MarkdownBlock[][] {
  const groups: MarkdownBlock[][] = [];
  for (let index = 0; index < parts.length; index += groupSize) groups.push(parts.slice(index, index + groupSize));
  return groups;
}

export interface PartGroupProps extends Pick<AnswerPartProps, 'markers' | 'marks' | 'definitions' | 'idPrefix'> {
  blocks: readonly MarkdownBlock[];
  isRunning: boolean;
  /** The answer is being written at its end. */
  isWritten: boolean;
  /** The last group of its block. */
  isLast: boolean;
  opened: number;
}

/** Consecutive parts of a long block. */
export const PartGroup = memo(function PartGroup({ blocks, isLast, opened, isWritten, ...shared }: PartGroupProps) {
  const place = useRef<HTMLDivElement & HTMLTableSectionElement>(null);
  const [first] = blocks;
  const isRendered = useRenderTurn(place, !isLast && (first?.start ?? 0) < opened);
  const style = { containIntrinsicSize: `auto ${estimatedHeight(blocks)}rem` };
  const parts =
    isRendered &&
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
      // biome-ignore lint/a11y/noRedundantRoles: its CSS display removes the implicit role
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
