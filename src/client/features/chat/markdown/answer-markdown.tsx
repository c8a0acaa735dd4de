import { useChakraContext } from '@chakra-ui/react';
import { ClassNames } from '@emotion/react';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { filled, none } from '~/client/lib/filled';
import { toMarkers } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import { AnswerGroup, groupsOf } from './answer-group';
import { type AnswerFigures, AnswerFiguresContext, figureMarks } from './figure-marks';
import { prose } from './prose';
import { useSplit } from './use-split';

export interface AnswerMarkdownProps {
  content: string;
  citations: readonly Citation[] | undefined;
  isRunning: boolean;
  figures?: AnswerFigures;
  /** Placeholder until a long answer is parsed. */
  lines?: ReactNode;
}

const noFigures: AnswerFigures = {};

/** The text of an answer, also while it streams: only its last blocks are parsed and rendered again. */
export function AnswerMarkdown(props: AnswerMarkdownProps) {
  const { content, citations, isRunning, figures = noFigures, lines } = props;
  const idPrefix = `${useId()}-`;
  const { split, opened } = useSplit(content);
  // The positions of citation markers are final only when the text is.
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
    <AnswerFiguresContext value={filled(figures.confirmedFigures ?? none)}>
      <Prose>
        {groups.map((group, index) => (
          <AnswerGroup key={group[0]?.[0].start} blocks={group} isLast={index === groups.length - 1} {...shared} />
        ))}
      </Prose>
    </AnswerFiguresContext>
  );
}

/** Memoizes the large style object, so that it is not serialized again with each new word. */
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
