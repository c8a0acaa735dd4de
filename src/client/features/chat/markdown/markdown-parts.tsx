import { Children, type MouseEvent, type ReactNode, Suspense } from 'react';
import type { Components } from 'react-markdown';
import { atBase } from '~/client/lib/base-path';
import { lazyPart } from '~/client/lib/lazy-part';
import { markdownWords as words } from '~/client/words/markdown';
import { markedSource, numberOfUrl } from '~/shared/answer-text/sources';
import { useAnswerSources } from '../sources/answer-sources';
import { SourceNumber } from '../sources/source-number';
import { CodeBlock } from './code-block';
import { confirmedIndex, unconfirmedAddress } from './figure-marks';
import { WideTable } from './wide-table';

/** Loaded on demand, because few answers contain figures of the portfolio. */
const ConfirmedFigure = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ConfirmedFigure })));
const UnconfirmedFigure = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.UnconfirmedFigure })));
const RemoteImage = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.RemoteImage })));

/** Custom components for Markdown elements. */
export const markdownParts: Components = {
  a: ({ node: _, href, children, ...rest }) =>
    // Footnote references and their back links stay within this answer.
    'data-footnote-ref' in rest || 'data-footnote-backref' in rest ? (
      <a {...rest} href={href} onClick={scrollToTarget}>
        {children}
      </a>
    ) : (
      <AnswerLink href={href}>{children}</AnswerLink>
    ),
  img: ({ src, alt = '' }) => (
    <Suspense fallback={alt}>
      <RemoteImage src={typeof src === 'string' ? src : undefined} alt={alt} />
    </Suspense>
  ),
  // The checkboxes of a task list, the only inputs in Markdown.
  input: ({ checked }) => (
    <input type="checkbox" checked={checked} disabled aria-label={checked ? words.done : words.notDone} />
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <WideTable>{children}</WideTable>,
};

function AnswerLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const { sources } = useAnswerSources();
  // A URL that sanitizing emptied must not be a link: following it would reload the page.
  if (!href) return <span>{children}</span>;
  if (href === unconfirmedAddress)
    return (
      <Suspense fallback={children}>
        <UnconfirmedFigure>{children}</UnconfirmedFigure>
      </Suspense>
    );
  const figure = confirmedIndex(href);
  if (figure !== undefined)
    return (
      <Suspense>
        <ConfirmedFigure index={figure} />
      </Suspense>
    );
  const number = isNumeral(children) ? numberOfUrl(sources, href) : undefined;
  const marked = markedSource(href) ?? (number === undefined ? undefined : { number });
  if (marked) return <SourceNumber {...marked} />;
  return (
    <a href={atBase(href)} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Scrolls to a target in the answer without changing the page's URL. */
function scrollToTarget(event: MouseEvent<HTMLAnchorElement>) {
  const id = event.currentTarget.getAttribute('href')?.slice(1);
  const place = id ? document.getElementById(decodeURIComponent(id)) : null;
  if (!place) return;
  event.preventDefault();
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'center' });
}

/** Whether a link's whole text is '[1]' or '1': the number of a source. */
function isNumeral(children: ReactNode): boolean {
  const [text, ...more] = Children.toArray(children);
  return more.length === 0 && typeof text === 'string' && /^\[?\d{1,3}\]?$/.test(text);
}
