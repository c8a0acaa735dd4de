/** Creates the tree of a page, within limits, and one in which Readability can start over. */

import { Parser } from 'htmlparser2';
import { escapeHtml } from '~/shared/escape-html';
import { isElement, nodeTypes, type PageCopies, PageDocument, type PageElement, type PageNode } from './page-tree';

/** Larger trees take a reader too long. Browsers stop at 512 levels, pages at 60. */
const largestTree = { characters: 3_000_000, elements: 15_000, depth: 150 };

/** Thrown for a page that must be read without a tree. */
export class TreeTooLarge extends Error {}

/** HTML may omit the body and its parents; the tree always has them. */
export function parsePage(html: string, url: string, { isCopied = false } = {}): PageDocument {
  if (html.length > largestTree.characters) throw new TreeTooLarge();
  const document = new PageDocument(url);
  if (isCopied) document.copies = copies;
  grow(html, document);
  const first = document.firstElementChild;
  const root = first?.localName === 'html' ? first : document.createElement('html');
  const body = root.children.find(({ localName }) => localName === 'body') ?? root.appendChild(bodyOf(root));
  // As in browsers, nodes outside of the root are moved into the body.
  for (const node of document.childNodes) if (node !== root) body.appendChild(node);
  document.appendChild(root);
  return document;
}

function bodyOf(root: PageElement): PageElement {
  const body = root.ownerDocument.createElement('body');
  for (const node of root.childNodes) if (node.nodeName !== 'HEAD') body.appendChild(node);
  return body;
}

function grow(html: string, top: PageDocument | PageElement): void {
  const document = top instanceof PageDocument ? top : top.ownerDocument;
  let parent = top;
  let [depth, elements] = [0, 0];
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      elements += 1;
      if (depth > largestTree.depth || elements > largestTree.elements) throw new TreeTooLarge();
      parent = parent.appendChild(document.createElement(name, attributes));
    },
    onclosetag() {
      depth -= 1;
      parent = parent.parentNode ?? top;
    },
    ontext(text) {
      parent.appendChild(document.createTextNode(text));
    },
    oncomment(text) {
      parent.appendChild(document.createComment(text));
    },
  });
  parser.end(html);
}

const copies: PageCopies = {
  copyOf: (element) => element.childNodes.map(written).join(''),
  paste: grow,
};

const withoutEnd = new Set(
  'area base br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);

function written(node: PageNode): string {
  if (node.nodeType === nodeTypes.text) return escapeHtml(node.nodeValue);
  if (node.nodeType === nodeTypes.comment) return `<!--${node.nodeValue}-->`;
  if (!isElement(node)) return '';
  const { localName, record } = node;
  const attributes = Object.entries(record).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const start = `<${localName}${attributes.join('')}>`;
  return withoutEnd.has(localName) ? start : `${start}${node.childNodes.map(written).join('')}</${localName}>`;
}
