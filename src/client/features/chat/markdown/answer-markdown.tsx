import { useChakraContext } from '@chakra-ui/react';
import { ClassNames } from '@emotion/react';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { toMarkers } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import { AnswerGroup, groupsOf } from './answer-group';
import { type AnswerFigures, figureMarks } from './figure-marks';
import { AnswerFiguresContext } from './figure-parts';
import { type SplitMarkdown, splitMarkdown } from './markdown-blocks';
import { prose } from './prose';
import { useGrowing } from './use-growing';

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

  const groups = groupsOf(blocks);
  return (
    <AnswerFiguresContext value={figures.confirmedFigures ?? none}>
      <Prose>
        {groups.map((group, index) => (
          <AnswerGroup key={group[0]?.[0].start} blocks={group} isLast={index === groups.length - 1} {...shared} />
        ))}
      </Prose>
    </AnswerFiguresContext>
  );
}

/** Its many styles are turned into a class once instead of with each new word. */
function Prose({ children }: { children: ReactNode }) {
  const { css: resolve } = useChakraContext();
  const className = useRef<string>(undefined);
  return (
    <ClassNames>
      {({ css }) => {
        className.current ??= css(resolve(prose));
        return (
          <div className={className.current} data-answer-text>
            {children}
          </div>
        );
      }}
    </ClassNames>
  );
}
