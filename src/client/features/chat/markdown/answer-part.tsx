import { memo, useMemo } from 'react';
import type { Options } from 'react-markdown';
import { blockMarkdown, type Insertion } from '~/shared/answer-text/block-markdown';
import { isPathologicalMarkdown } from '~/shared/answer-text/pathological-markdown';
import type { Marker } from '~/shared/answer-text/sources';
import { AnswerBlock } from './answer-block';
import type { MarkdownBlock } from './markdown-blocks';
import { PlainText } from './plain-text';
import { PlainTextBoundary } from './plain-text-boundary';
import { type LazyPart, useLazyPart } from './use-lazy-part';

/** Loaded only for streaming answers. */
const finishing: LazyPart<typeof import('./finish-marks')> = { load: () => import('./finish-marks') };

export interface AnswerPartProps {
  block: MarkdownBlock;
  markers: readonly Marker[];
  marks: readonly Insertion[];
  definitions: ReadonlyMap<string, string>;
  /** The text of this part is complete. */
  isFinal: boolean;
  /** The answer is streaming. */
  isRunning: boolean;
  /** The answer is streaming and ends in this part. */
  isWritten?: boolean;
  idPrefix: string;
  /** Rehype plugins for the parts of lists and tables. */
  plugins?: Options['rehypePlugins'];
  /** Rendered without a wrapping element, because it is placed in a table. */
  isBare?: boolean;
}

export interface LongBlockProps extends Omit<AnswerPartProps, 'block' | 'isFinal' | 'plugins' | 'isBare'> {
  parts: readonly MarkdownBlock[];
  /** Text before this offset existed when the answer was opened, and is rendered group by group. */
  opened: number;
}

/** One block of an answer, or one part of a long block. Parsed again only when its text changes. */
export const AnswerPart = memo(function AnswerPart(props: AnswerPartProps) {
  const { block, markers, marks, definitions, isRunning, ...rest } = props;
  const isPlain = useMemo(() => isPathologicalMarkdown(block), [block]);
  const finish = useLazyPart(finishing, isRunning && !isPlain);
  const lead = block.part?.lead ?? '';
  let { raw } = block;
  if (finish && isRunning) {
    raw = finish.hideOpenReferences(raw, block.kind, (label) => definitions.has(label.toLowerCase()));
    if (rest.isWritten) raw = finish.finishMarks(raw, block.kind, lead);
  }
  // A text node can't be a child of a table.
  if (isPlain && !rest.isBare) return <PlainText>{block.raw}</PlainText>;
  return (
    <PlainTextBoundary text={block.raw}>
      <AnswerBlock
        markdown={lead + blockMarkdown({ ...block, raw }, markers, definitions, marks)}
        kind={block.kind}
        {...rest}
      />
    </PlainTextBoundary>
  );
});
