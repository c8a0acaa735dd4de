import { memo } from 'react';
import Markdown, { type Options } from 'react-markdown';
import { dollarMath } from '~/shared/answer-text/dollar-math';
import { gfm } from './gfm';
import { markdownParts } from './markdown-parts';
import { type LazyPart, useLazyPart } from './use-lazy-part';

type Plugins = NonNullable<Options['rehypePlugins']>;

/** From this length on, highlighting code and finding formulas would take too long. */
const longest = 20_000;

const code: LazyPart<(options: Options) => Options> = {
  load: () => import('./finished-code').then((part) => part.finishCode(markdownParts)),
};
/** Finding formulas is fast; KaTeX is loaded once there are some. */
const math: LazyPart<{ remark: Plugins; rehype: Plugins }> = {
  load: () => import('./math').then((part) => part.math),
};

const cjk: LazyPart<Plugins[number]> = { load: () => import('./cjk').then((part) => part.cjk) };
const besideAsterisk =
  /[\u3000-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]\*|\*[\u3000-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/;

interface AnswerBlockProps {
  markdown: string;
  /** Code and HTML have no formulas. */
  kind?: string;
  /** The text is complete, so code is worth highlighting. */
  isFinal: boolean;
  /** The answer is streaming and ends in this block. */
  isWritten?: boolean | undefined;
  /** Prefix of footnote ids, which must be unique per answer. */
  idPrefix: string;
  /** Rehype plugins for the parts of lists and tables. */
  plugins?: Plugins | null | undefined;
  /** Rendered without a wrapping element, because it is placed in a table. */
  isBare?: boolean;
}

export function AnswerBlock({ isFinal, isWritten, isBare, ...rest }: AnswerBlockProps) {
  const isCode = isFinal && /^ *(```|~~~) *\S/m.test(rest.markdown);
  if (isBare) return <Drawn isFinishedCode={isCode} {...rest} />;
  return (
    <div dir="auto" data-running={isWritten || undefined}>
      <Drawn isFinishedCode={isCode} {...rest} />
    </div>
  );
}

interface DrawnProps extends Pick<AnswerBlockProps, 'markdown' | 'kind' | 'idPrefix' | 'plugins'> {
  isFinishedCode: boolean;
}

/** Memoized by its text: becoming final changes only code blocks. */
const Drawn = memo(function Drawn({ markdown, kind = '', isFinishedCode, idPrefix, plugins }: DrawnProps) {
  const isShort = markdown.length < longest;
  const finish = useLazyPart(code, isFinishedCode && isShort);
  const withMath = isShort && !/code|html/.test(kind) ? dollarMath(markdown) : null;
  const formulas = useLazyPart(math, withMath !== null);
  const withCjk = useLazyPart(cjk, besideAsterisk.test(markdown));
  const options: Options = {
    children: withMath === null ? markdown : shownText(markdown, withMath, formulas),
    remarkPlugins: [gfm, ...(withCjk ? [withCjk] : []), ...(formulas?.remark ?? [])],
    rehypePlugins: [...(plugins ?? []), ...(formulas?.rehype ?? [])],
    remarkRehypeOptions: { clobberPrefix: idPrefix },
    components: markdownParts,
  };
  return <Markdown {...(finish?.(options) ?? options)} />;
});

/** The source of formulas is only shown if KaTeX can't be loaded. */
function shownText(markdown: string, withMath: string, formulas: object | undefined | null): string {
  if (formulas === null) return markdown;
  return formulas ? withMath : (dollarMath(markdown, '…') ?? markdown);
}
