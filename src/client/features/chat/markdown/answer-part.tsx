import { memo, useMemo } from 'react';
import type { Options } from 'react-markdown';
import { blockMarkdown, type Insertion } from '~/shared/answer-text/block-markdown';
import type { Marker } from '~/shared/answer-text/sources';
import { isTangled } from '~/shared/answer-text/tangled';
import { AnswerBlock } from './answer-block';
import type { MarkdownBlock } from './markdown-blocks';
import { PlainOnError } from './plain-on-error';
import { PlainText } from './plain-text';

export interface AnswerPartProps {
  block: MarkdownBlock;
  markers: readonly Marker[];
  marks: readonly Insertion[];
  definitions: ReadonlyMap<string, string>;
  /** No further text can change it. */
  isFinal: boolean;
  idPrefix: string;
  /** For the parts of lists and tables. */
  plugins?: Options['rehypePlugins'];
  /** Its elements stand in a table. */
  isBare?: boolean;
}

export interface LongBlockProps extends Omit<AnswerPartProps, 'block' | 'isFinal' | 'plugins' | 'isBare'> {
  parts: readonly MarkdownBlock[];
  isRunning: boolean;
}

/** One block of an answer, or one part of a long block; its text is looked through only when it has changed. */
export const AnswerPart = memo(function AnswerPart(props: AnswerPartProps) {
  const { block, markers, marks, definitions, ...rest } = props;
  const isPlain = useMemo(() => isTangled(block), [block]);
  // Text alone cannot stand in a table.
  if (isPlain && !rest.isBare) return <PlainText>{block.raw}</PlainText>;
  return (
    <PlainOnError text={block.raw}>
      <AnswerBlock markdown={(block.part?.lead ?? '') + blockMarkdown(block, markers, definitions, marks)} {...rest} />
    </PlainOnError>
  );
});
