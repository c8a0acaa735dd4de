import { chakra } from '@chakra-ui/react';
import { Suspense, useId, useMemo, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { toMarkers } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import { AnswerPart } from './answer-part';
import { type AnswerFigures, figureMarks } from './figure-marks';
import { AnswerFiguresContext } from './figure-parts';
import { type MarkdownBlock, type SplitMarkdown, splitMarkdown } from './markdown-blocks';
import { prose } from './prose';
import { useGrowing } from './use-growing';

const LongBlock = lazyPart(() => import('./long-block'));

export interface AnswerMarkdownProps {
  content: string;
  citations: readonly Citation[] | undefined;
  isRunning: boolean;
  figures?: AnswerFigures;
}

const noFigures: AnswerFigures = {};
const none: never[] = [];
/** The same empty list each time, so that nothing is drawn again because of it. */
const filled = <T,>(list: T[]): T[] => (list.length > 0 ? list : none);

/** The text of an answer, also while it is being written: only its last blocks are read and drawn again. */
export function AnswerMarkdown({ content, citations, isRunning, figures = noFigures }: AnswerMarkdownProps) {
  // A cache and nothing more: with or without it the blocks are the same.
  const previous = useRef<SplitMarkdown>(undefined);
  const idPrefix = `${useId()}-`;
  const text = useGrowing(content);
  const { blocks, definitions } = useMemo(() => {
    previous.current = splitMarkdown(text, previous.current);
    return previous.current;
  }, [text]);
  // Where the numbers go is known for certain when the text is.
  const markers = useMemo(
    () => (isRunning ? none : filled(toMarkers(content, citations))),
    [isRunning, content, citations],
  );
  const marks = useMemo(
    () => (isRunning ? none : filled(figureMarks(content, figures))),
    [isRunning, content, figures],
  );

  const shared = { markers, marks, definitions, idPrefix, isRunning };

  return (
    <AnswerFiguresContext value={figures.confirmedFigures ?? none}>
      <chakra.div css={prose} data-answer-text>
        {joined(blocks).map(([first, ...more], index, { length }) => {
          const isWritten = isRunning && index === length - 1;
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
      </chakra.div>
    </AnswerFiguresContext>
  );
}

/** The parts of each block together. */
function joined(blocks: readonly MarkdownBlock[]): [MarkdownBlock, ...MarkdownBlock[]][] {
  const whole: [MarkdownBlock, ...MarkdownBlock[]][] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    if (block.part && last?.[0].part?.of === block.part.of) last.push(block);
    else whole.push([block]);
  }
  return whole;
}
