/**
 * The text of a web page without what surrounds it. Readability finds the article; where it would lose much of the page
 * – tables of figures, lists, short notices – the whole page without its navigation is taken instead.
 */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { decodeText } from '~/server/reading/detect/decode-text';
import type { PageFacts, PageRequest } from '~/server/reading/page-facts';
import { type Reading, ReadingFailure } from '~/server/reading/reading';
import { htmlBlocks, treeBlocks } from '~/server/reading/structure/html-blocks';
import { joinBlocks } from '~/server/reading/structure/outline';
import { walkHtml } from '~/server/reading/structure/xml';
import { removeHidden, removeSurroundings } from './page-clutter';
import { metadataOf } from './page-metadata';
import { wallOf } from './page-walls';
import { charsetOf, wholeText } from './read-text';

/** A tree of more takes a reader too long; the text alone is read then. Browsers stop at 512 levels, pages at 60. */
const largestTree = { characters: 3_000_000, elements: 15_000, depth: 150 };
/** Of the page's text, the part that an article must contain to stand for it. */
const leastShare = 0.6;

export function readPage(bytes: Uint8Array, page: PageRequest): Reading & { page: PageFacts } {
  const html = decodeText(bytes, { declared: page.charset || charsetOf(bytes) });
  return (fitsTree(html) ? asTree(html, page.url) : undefined) ?? asText(html);
}

function fitsTree(html: string): boolean {
  if (html.length > largestTree.characters) return false;
  let [depth, deepest, elements] = [0, 0, 0];
  walkHtml(html, {
    open() {
      elements += 1;
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    close() {
      depth -= 1;
    },
  });
  return elements <= largestTree.elements && deepest <= largestTree.depth;
}

/** Nothing for a page that no tree can be made of. */
function asTree(html: string, url: string): (Reading & { page: PageFacts }) | undefined {
  try {
    const document = treeOf(html);
    const { named, isPaid } = metadataOf(document, url);
    const hasScripts = document.querySelector('script:not([type="application/ld+json"])') !== null;
    removeHidden(document);
    removeSurroundings(document);
    const whole = textOfTree(document.body);
    const article = takeArticle(document);
    const chosen = article.length >= whole.length * leastShare ? article : whole;
    const read = wholeText(titled(named.title, withoutInvisible(chosen)));
    const wall = wallOf({ url, title: named.title, text: read.extractedText ?? '', isPaid });
    return { processedType: 'html', ...read, page: { ...named, hasScripts, ...(wall && { wall }) } };
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReadingFailure) return undefined;
    throw error;
  }
}

/** A body may be left out, and so may everything around it; the parser adds nothing. */
function treeOf(html: string): Document {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html>${html}</html>`);
  const root = document.documentElement;
  if (![...root.children].some(({ localName }) => localName === 'body')) {
    const body = document.createElement('body');
    body.append(...[...root.childNodes].filter((node) => node.nodeName !== 'HEAD'));
    root.append(body);
  }
  return document;
}

function asText(html: string): Reading & { page: PageFacts } {
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(html)?.[1]?.trim() ?? '';
  const read = wholeText(withoutInvisible(textOf(html)));
  return { processedType: 'html', ...read, page: { title, hasScripts: /<script/i.test(html) } };
}

const textOf = (html: string): string => joinBlocks(htmlBlocks(html)).trim();
const textOfTree = (root: Element): string => joinBlocks(treeBlocks(root)).trim();

/** Takes the tree apart: a copy of it would cost as much time as finding the article. */
function takeArticle(document: Document): string {
  const options = { charThreshold: 0, disableJSONLD: true, serializer: (node: Node) => node as Element };
  const article = new Readability(document, options).parse();
  return article?.content ? textOfTree(article.content) : '';
}

/** A quotation of the headline is found too. */
const titled = (title: string, text: string): string =>
  title === '' || text === '' || text.slice(0, 2000).includes(title) ? text : `# ${title}\n\n${text}`;

/** Characters that no reader sees can carry words for a model. */
const withoutInvisible = (text: string): string =>
  text.replace(
    /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u{e0000}-\u{e007f}]|\p{Variation_Selector}/gu,
    '',
  );
