import { useChakraContext } from '@chakra-ui/react';
import { ClassNames } from '@emotion/react';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { toMarkers } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import { AnswerGroup, groupsOf } from './answer-group';
import { type AnswerFigures, figureMarks } from './figure-marks';
import { AnswerFiguresContext } from './figure-parts';
import { prose } from './prose';
import { useSplit } from './use-split';

export interface AnswerMarkdownProps {
  content: string;
  citations: readonly Citation[] | undefined;
  isRunning: boolean;
  figures?: AnswerFigures;
  /** What stands here until a long answer is read. */
  lines?: ReactNode;
}

const noFigures: AnswerFigures = {};
const none: never[] = [];
/** The same empty list each time, so that nothing is drawn again because of it. */
const filled = <T,>(list: T[]): T[] => (list.length > 0 ? list : none);

/** The text of an answer, also while it is being written: only its last blocks are read and drawn again. */
export function AnswerMarkdown(props: AnswerMarkdownProps) {
  const { content, citations, isRunning, figures = noFigures, lines } = props;
  const idPrefix = `${useId()}-`;
  const { split, opened } = useSplit(content);
  // Where the numbers go is known for certain when the text is.
  const markers = useMemo(
    () => (isRunning ? none : filled(toMarkers(content, citations))),
    [isRunning, content, citations],
  );
  const marks = useMemo(
    () => (isRunning ? none : filled(figureMarks(content, figures))),
    [isRunning, content, figures],
  );

  if (!split) return lines;
  const shared = { markers, marks, definitions: split.definitions, idPrefix, isRunning, opened };
  const groups = groupsOf(split.blocks);
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
