/**
 * Ends a block that is still open at the end of a message, because it would contain all that follows in a file: a code
 * block, a formula, or HTML such as a comment.
 */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { mathFromMarkdown } from 'mdast-util-math';
import { math } from 'micromark-extension-math';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { openFence } from '~/shared/answer-text/open-fence';
import { isPathologicalMarkdown } from '~/shared/answer-text/pathological-markdown';

/** Blocks that a blank line does not end. HTML of other kinds ends there. */
const opening = /^ {0,3}(?:`{3}|~{3}|\$\$|<!|<\?|<(?:script|pre|style|textarea)(?![\w-]))/im;
/** By the beginning of the HTML, in this order. */
const closers: [begins: RegExp, closer: string][] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<!/, '>'],
];

export function withClosedBlocks(markdown: string): string {
  if (!opening.test(markdown)) return markdown;
  const isLong = isPathologicalMarkdown({ raw: markdown, kind: 'document' });
  const closer = isLong ? likelyCloser(markdown) : closerOf(markdown);
  return closer === null ? markdown : `${markdown.trimEnd()}\n${closer}`;
}

/** Null within lists and quotations: they end their blocks, and a closing line would open another. */
function closerOf(markdown: string): string | null {
  const source = flattenNesting(`${markdown.replace(/\r\n?/g, '\n')}\n\n# End`);
  const last = fromMarkdown(source, { extensions: [math()], mdastExtensions: [mathFromMarkdown()] }).children.at(-1);
  if (last?.type !== 'code' && last?.type !== 'math' && last?.type !== 'html') return null;
  const start = source.slice(last.position?.start.offset).trimStart();
  if (last.type !== 'html') return /^(?:`+|~+|\$+)/.exec(start)?.[0] ?? null;
  const [, tag] = /^<(script|pre|style|textarea)/i.exec(start) ?? [];
  return tag ? `</${tag}>` : (closers.find(([begins]) => begins.test(start))?.[1] ?? null);
}

/** For Markdown that takes too long to parse: a closing line too many is text, one too few hides what follows. */
function likelyCloser(markdown: string): string | null {
  const fence = openFence(markdown);
  if (fence !== null) return fence;
  if (markdown.lastIndexOf('<!--') > markdown.lastIndexOf('-->')) return '-->';
  const formulas = markdown.match(/^ {0,3}\$\$[^$\n]*$/gm) ?? [];
  return formulas.length % 2 === 1 ? '$$' : null;
}
