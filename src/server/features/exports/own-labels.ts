/** Keeps the links and footnotes that a message defines apart from those of other messages in the same Markdown file. */
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import type { Insertion } from '~/shared/answer-text/block-markdown';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { isPathologicalMarkdown } from '~/shared/answer-text/pathological-markdown';

/**
 * Adds the number of the message to each label that it defines: `[docs][1]` becomes `[docs][3.1]`. The first definition
 * of a label counts in the whole file. Markdown that takes too long to parse stays as it is.
 */
export function ownLabels(markdown: string, number: number): Insertion[] {
  if (!markdown.includes(']:') || isPathologicalMarkdown({ raw: markdown, kind: 'document' })) return [];
  // All replacements keep the offsets.
  const source = flattenNesting(markdown.replace(/\r(?=\n)/g, ' ').replaceAll('\r', '\n'));
  const tree = fromMarkdown(source, {
    // A single dollar sign is usually a price.
    extensions: [gfm(), math({ singleDollarTextMath: false })],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
  return nodesIn(tree).flatMap((node) => insertionOf(node, source, `${number}.`) ?? []);
}

const nodesIn = (node: Nodes): Nodes[] => ['children' in node ? node.children.flatMap(nodesIn) : [], node].flat();

function insertionOf(node: Nodes, source: string, prefix: string): Insertion | undefined {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  switch (node.type) {
    case 'definition':
      return { at: source.slice(start).search(/[^[\s]/) + start, text: prefix };
    case 'footnoteDefinition':
    case 'footnoteReference':
      return { at: source.indexOf('^', start) + 1, text: prefix };
    case 'linkReference':
    case 'imageReference': {
      const text = source.slice(start, end);
      if (node.referenceType === 'full') {
        const label = text.lastIndexOf('][') + 2;
        return { at: start + label + text.slice(label).search(/\S/), text: prefix };
      }
      // The label is the displayed text: `[docs][]` or `[docs]`.
      const label = prefix + text.replace(/^!?\[\s*|\s*\](?:\[\])?$/g, '');
      return node.referenceType === 'collapsed' ? { at: end - 1, text: label } : { at: end, text: `[${label}]` };
    }
    default:
      return undefined;
  }
}
