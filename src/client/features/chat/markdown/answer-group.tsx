import { memo, Suspense, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { AnswerPart, type LongBlockProps } from './answer-part';
import type { MarkdownBlock } from './markdown-blocks';
import { isSameGroup } from './same-group';
import { useRenderTurn } from './use-render-turn';

const LongBlock = lazyPart(() => import('./long-block'));

/** The props shared by all blocks of an answer. */
type SharedProps = Pick<LongBlockProps, 'markers' | 'marks' | 'definitions' | 'idPrefix' | 'isRunning' | 'opened'>;

/** A block, or the parts of a block that was split. */
type WholeBlock = readonly [MarkdownBlock, ...MarkdownBlock[]];

/** The number of blocks of a long answer per group. The browser skips rendering groups outside the viewport. */
const groupSize = 16;

interface AnswerGroupProps extends SharedProps {
  blocks: readonly WholeBlock[];
  /** The last group, to which a streaming answer is appended. */
  isLast: boolean;
}

/** Consecutive blocks. The group is not rerendered while later blocks stream, and not laid out outside the viewport. */
export const AnswerGroup = memo(function AnswerGroup({ blocks, isLast, opened, ...shared }: AnswerGroupProps) {
  const { isRunning } = shared;
  const place = useRef<HTMLDivElement>(null);
  const isRendered = useRenderTurn(place, !isLast && (blocks[0]?.[0].start ?? 0) < opened);
  return (
    <div ref={place} data-group={isLast ? undefined : ''}>
      {isRendered &&
        blocks.map(([first, ...more], index) => {
          const isWritten = isRunning && isLast && index === blocks.length - 1;
          const beginning = (
            <AnswerPart
              key={first.start}
              block={first}
              isFinal={first.isSettled || !isRunning}
              isWritten={isWritten && more.length === 0}
              {...shared}
            />
          );
          if (more.length === 0) return beginning;
          return (
            <Suspense key={first.start} fallback={beginning}>
              <LongBlock parts={[first, ...more]} isWritten={isWritten} opened={opened} {...shared} />
            </Suspense>
          );
        })}
    </div>
  );
}, isSameGroup);

/** Collects the parts of each block, and then blocks into groups. */
export function groupsOf(blocks: readonly MarkdownBlock[]): WholeBlock[][] {
  const groups: [MarkdownBlock, ...MarkdownBlock[]][][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (block.part && last?.[0].part?.of === block.part.of) last.push(block);
    else if (group && group.length < groupSize) group.push([block]);
    else groups.push([[block]]);
  }
  return groups;
}
