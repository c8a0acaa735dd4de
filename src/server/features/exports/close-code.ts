/** Ends a code block that is still open at the end of a message, because it would contain all that follows in a file. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { openFence } from '~/server/features/messages/continued-text';
import { isTangled } from '~/shared/answer-text/tangled';

export function withClosedCode(markdown: string): string {
  const fence = openFence(markdown);
  return fence !== null && endsInCode(markdown) ? `${markdown.trimEnd()}\n${fence}` : markdown;
}

/** Lists and quotations end their code blocks, where another fence would open one. Only parsed if a fence is open. */
function endsInCode(markdown: string): boolean {
  if (isTangled({ raw: markdown, kind: 'document' })) return true;
  return fromMarkdown(`${markdown}\n\n# End`).children.at(-1)?.type === 'code';
}
