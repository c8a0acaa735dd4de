import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm as gfmSyntax } from 'micromark-extension-gfm';

interface ParserData {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * Tables, footnotes, strikethrough, task lists and autolinks. The same as remark-gfm without its serializer, which
 * pages don't need. A single tilde is not a strikethrough, because it usually means "about".
 */
export function gfm(this: { data(): object }): void {
  const data: ParserData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmSyntax({ singleTilde: false })];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
