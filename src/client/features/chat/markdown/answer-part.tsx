import { memo, useMemo } from 'react';
import type { Options } from 'react-markdown';
import { blockMarkdown, type Insertion } from '~/shared/answer-text/block-markdown';
import type { Marker } from '~/shared/answer-text/sources';
import { isTangled } from '~/shared/answer-text/tangled';
import { AnswerBlock } from './answer-block';
import type { MarkdownBlock } from './markdown-blocks';
import { PlainOnError } from './plain-on-error';
import { PlainText } from './plain-text';
import { type LazyPart, useLazyPart } from './use-lazy-part';

/** Only answers that are being written need it. */
const finishing: LazyPart<typeof import('./finish-marks')> = { load: () => import('./finish-marks') };

export interface AnswerPartProps {
  block: MarkdownBlock;
  markers: readonly Marker[];
  marks: readonly Insertion[];
  definitions: ReadonlyMap<string, string>;
  /** No further text can change it. */
  isFinal: boolean;
  /** Of an answer that is being written. */
  isRunning: boolean;
  /** Its end is where the answer is being written. */
  isWritten?: boolean;
  idPrefix: string;
  /** For the parts of lists and tables. */
  plugins?: Options['rehypePlugins'];
  /** Its elements stand in a table. */
  isBare?: boolean;
}

export interface LongBlockProps extends Omit<AnswerPartProps, 'block' | 'isFinal' | 'plugins' | 'isBare'> {
  parts: readonly MarkdownBlock[];
  /** What stands before this offset was there when the answer was opened: it is drawn group by group. */
  opened: number;
}

/** One block of an answer, or one part of a long block; its text is looked through only when it has changed. */
export const AnswerPart = memo(function AnswerPart(props: AnswerPartProps) {
  const { block, markers, marks, definitions, isRunning, ...rest } = props;
  const isPlain = useMemo(() => isTangled(block), [block]);
  const finish = useLazyPart(finishing, isRunning && !isPlain);
  const lead = block.part?.lead ?? '';
  let { raw } = block;
  if (finish && isRunning) {
    raw = finish.hideOpenReferences(raw, block.kind, (label) => definitions.has(label.toLowerCase()));
    if (rest.isWritten) raw = finish.finishMarks(raw, block.kind, lead);
  }
  // Text alone cannot stand in a table.
  if (isPlain && !rest.isBare) return <PlainText>{block.raw}</PlainText>;
  return (
    <PlainOnError text={block.raw}>
      <AnswerBlock markdown={lead + blockMarkdown({ ...block, raw }, markers, definitions, marks)} {...rest} />
    </PlainOnError>
  );
});
