import { memo, Suspense, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { AnswerPart, type LongBlockProps } from './answer-part';
import type { MarkdownBlock } from './markdown-blocks';
import { isSameGroup } from './same-group';
import { useTurn } from './use-turn';

const LongBlock = lazyPart(() => import('./long-block'));

/** What all blocks of an answer are drawn with. */
type SharedProps = Pick<LongBlockProps, 'markers' | 'marks' | 'definitions' | 'idPrefix' | 'isRunning' | 'opened'>;

/** A block, or the parts of one that was cut. */
type WholeBlock = readonly [MarkdownBlock, ...MarkdownBlock[]];

/** So many blocks of a long answer are one to the browser, once they are out of sight. */
const groupSize = 16;

interface AnswerGroupProps extends SharedProps {
  blocks: readonly WholeBlock[];
  /** The answer goes on in it. */
  isLast: boolean;
}

/** Some blocks that follow one another. While others are written, it is neither drawn again nor laid out out of sight. */
export const AnswerGroup = memo(function AnswerGroup({ blocks, isLast, opened, ...shared }: AnswerGroupProps) {
  const { isRunning } = shared;
  const place = useRef<HTMLDivElement>(null);
  const isDrawn = useTurn(place, !isLast && (blocks[0]?.[0].start ?? 0) < opened);
  return (
    <div ref={place} data-group={isLast ? undefined : ''}>
      {isDrawn &&
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

/** The parts of each block together, and some blocks in a group. */
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
