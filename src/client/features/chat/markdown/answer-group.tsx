import { type CSSProperties, memo, Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { AnswerPart, type AnswerPartProps } from './answer-part';
import type { MarkdownBlock } from './markdown-blocks';

const LongBlock = lazyPart(() => import('./long-block'));

/** What all blocks of an answer are drawn with. */
export type SharedProps = Pick<AnswerPartProps, 'markers' | 'marks' | 'definitions' | 'idPrefix' | 'isRunning'>;

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
export const AnswerGroup = memo(
  function AnswerGroup({ blocks, isLast, ...shared }: AnswerGroupProps) {
    const { isRunning } = shared;
    return (
      <div {...(!isLast && { 'data-group': '', style: sizeOf(blocks) })}>
        {blocks.map(([first, ...more], index) => {
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
              <LongBlock parts={[first, ...more]} isWritten={isWritten} {...shared} />
            </Suspense>
          );
        })}
      </div>
    );
  },
  ({ blocks: before, ...old }, { blocks: after, ...now }) =>
    isShallowEqual(old, now) &&
    before.length === after.length &&
    before.every((block, index) => isShallowEqual<readonly MarkdownBlock[]>(block, after[index] ?? [])),
);

function isShallowEqual<T extends object>(a: T, b: T): boolean {
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

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

const charactersPerLine = 70;

/** About as high as it will be, until the browser has laid it out: lines of 1.5rem, and the space between blocks. */
function sizeOf(blocks: readonly WholeBlock[]): CSSProperties {
  const lines = blocks.flat().reduce((sum, { raw }) => sum + Math.ceil(raw.length / charactersPerLine), 0);
  return { containIntrinsicSize: `auto ${lines * 1.5 + blocks.length}rem` };
}
