import { chakra } from '@chakra-ui/react';
import { useId, useMemo, useRef } from 'react';
import { blockMarkdown } from '~/shared/answer-text/block-markdown';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { toMarkers } from '~/shared/answer-text/sources';
import { isTangled } from '~/shared/answer-text/tangled';
import type { Citation } from '~/shared/schemas/messages';
import { AnswerBlock } from './answer-block';
import { type AnswerFigures, figureMarks } from './figure-marks';
import { AnswerFiguresContext } from './figure-parts';
import { type SplitMarkdown, splitMarkdown } from './markdown-blocks';
import { PlainOnError } from './plain-on-error';
import { PlainText } from './plain-text';
import { prose } from './prose';

export interface AnswerMarkdownProps {
  content: string;
  citations: readonly Citation[] | undefined;
  isRunning: boolean;
  figures?: AnswerFigures;
}

const noFigures: AnswerFigures = {};

/** The text of an answer, also while it is being written: only its last blocks are read and drawn again. */
export function AnswerMarkdown({ content, citations, isRunning, figures = noFigures }: AnswerMarkdownProps) {
  // A cache and nothing more: with or without it the blocks are the same.
  const previous = useRef<SplitMarkdown>(undefined);
  const idPrefix = `${useId()}-`;
  const { blocks, definitions } = useMemo(() => {
    previous.current = splitMarkdown(flattenNesting(content), previous.current);
    return previous.current;
  }, [content]);
  // Where the numbers go is known for certain when the text is.
  const markers = useMemo(() => (isRunning ? [] : toMarkers(content, citations)), [isRunning, content, citations]);
  const marks = useMemo(() => (isRunning ? [] : figureMarks(content, figures)), [isRunning, content, figures]);

  return (
    <AnswerFiguresContext value={figures.confirmedFigures ?? []}>
      <chakra.div css={prose} data-answer-text>
        {blocks.map((block) => (
          <PlainOnError key={block.start} text={block.raw}>
            {isTangled(block) ? (
              <PlainText>{block.raw}</PlainText>
            ) : (
              <AnswerBlock
                markdown={blockMarkdown(block, markers, definitions, marks)}
                isFinal={block.isSettled || !isRunning}
                idPrefix={idPrefix}
              />
            )}
          </PlainOnError>
        ))}
      </chakra.div>
    </AnswerFiguresContext>
  );
}
