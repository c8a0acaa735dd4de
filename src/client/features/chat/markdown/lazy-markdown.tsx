import { chakra } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import type { AnswerMarkdownProps } from './answer-markdown';
import { PlainText } from './plain-text';
import { PlainTextBoundary } from './plain-text-boundary';
import { prose } from './prose';

/** The Markdown parser is larger than the rest of the screen, so it is loaded with the first conversation. */
export const loadMarkdown = () => import('./answer-markdown');
const AnswerMarkdown = lazy(() => loadMarkdown().then((part) => ({ default: part.AnswerMarkdown })));

/** A placeholder longer than the screen would only take time to render. */
const longest = 4000;

/** The text rendered as gray bars: it takes the same space, and no Markdown marks flash up. */
const lines = {
  ...prose,
  color: 'transparent',
  backgroundImage: 'repeating-linear-gradient(var(--chakra-colors-bg-hover) 0 0.6lh, transparent 0.6lh 1lh)',
};

const Lines = ({ content }: { content: string }) => (
  <chakra.div css={lines}>
    <PlainText>{content.slice(0, longest)}</PlainText>
  </chakra.div>
);

/** The text of an answer, shown as placeholder lines until the Markdown parser has loaded. */
export function LazyMarkdown(props: Omit<AnswerMarkdownProps, 'lines'>) {
  const placeholder = <Lines content={props.content} />;
  return (
    <PlainTextBoundary text={props.content}>
      <Suspense fallback={placeholder}>
        <AnswerMarkdown {...props} lines={placeholder} />
      </Suspense>
    </PlainTextBoundary>
  );
}
