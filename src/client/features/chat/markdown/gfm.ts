import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm as gfmSyntax } from 'micromark-extension-gfm';

interface ParserData {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * Tables, footnotes, deletions, task lists and plain links. The package remark-gfm does the same, and brings the code
 * that writes Markdown, which no page needs. One tilde means "about" more often than a deletion.
 */
export function gfm(this: { data(): object }): void {
  const data: ParserData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmSyntax({ singleTilde: false })];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
