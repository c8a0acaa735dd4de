import { memo } from 'react';
import Markdown, { type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { markdownParts } from './markdown-parts';
import { useHighlighting } from './use-highlighting';

const remarkPlugins: Options['remarkPlugins'] = [remarkGfm];
/** Colouring takes longer than reading from here on. */
const highlightLimit = 20_000;

interface AnswerBlockProps {
  markdown: string;
  /** No further text can change it: only then is code worth colouring. */
  isFinal: boolean;
}

/** One block of an answer; drawn again only when its own text changes. */
export const AnswerBlock = memo(function AnswerBlock({ markdown, isFinal }: AnswerBlockProps) {
  const hasCode = /^ *(```|~~~) *\S/m.test(markdown);
  const rehypePlugins = useHighlighting(isFinal && hasCode && markdown.length < highlightLimit);
  return (
    <div dir="auto">
      <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={markdownParts}>
        {markdown}
      </Markdown>
    </div>
  );
});
