import { chakra } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import type { AnswerMarkdownProps } from './answer-markdown';
import { PlainOnError } from './plain-on-error';
import { PlainText } from './plain-text';
import { prose } from './prose';

/** Reading markdown takes more code than the rest of the screen: it comes with the first conversation. */
export const loadMarkdown = () => import('./answer-markdown');
const AnswerMarkdown = lazy(() => loadMarkdown().then((part) => ({ default: part.AnswerMarkdown })));

/** More lines than a screen has would only take time. */
const longest = 4000;

/** Lines in place of words: they take the room of the text, and no marks of markdown flash up. */
const lines = {
  color: 'transparent',
  backgroundImage: 'repeating-linear-gradient(var(--chakra-colors-bg-hover) 0 0.6lh, transparent 0.6lh 1lh)',
};

/** The text of an answer; as lines for the moment until markdown can be read. */
export function LazyMarkdown(props: Omit<AnswerMarkdownProps, 'lines'>) {
  const plain = (
    <chakra.div css={{ ...prose, ...lines }}>
      <PlainText>{props.content.slice(0, longest)}</PlainText>
    </chakra.div>
  );
  return (
    <PlainOnError text={props.content}>
      <Suspense fallback={plain}>
        <AnswerMarkdown {...props} lines={plain} />
      </Suspense>
    </PlainOnError>
  );
}
