/**
 * Extracts the text of a web page without its surroundings. Readability finds the article; if that would lose much of
 * the page (tables of figures, lists, short notices), the whole page without navigation is used instead.
 */
import { Readability } from '@mozilla/readability';
import { decodeText } from '~/server/reading/detect/decode-text';
import type { PageFacts, PageRequest } from '~/server/reading/page-facts';
import { type Reading, ReadingFailure } from '~/server/reading/reading';
import { htmlBlocks, treeBlocks } from '~/server/reading/structure/html-blocks';
import { joinBlocks } from '~/server/reading/structure/outline';
import { ArticleTooShort, type PageDocument, type PageElement } from '~/server/reading/structure/page-tree';
import { parsePage, TreeTooLarge } from '~/server/reading/structure/parse-page';
import { barrierOf } from './access-barriers';
import { removeHidden, removeSurroundings } from './page-boilerplate';
import { metadataOf } from './page-metadata';
import { charsetOf, wholeText } from './read-text';

/** The minimum share of the page's text that an article must contain. */
const minShare = 0.6;

export function readPage(bytes: Uint8Array, page: PageRequest): Reading & { page: PageFacts } {
  const html = decodeText(bytes, { declared: page.charset || charsetOf(bytes) });
  return asTree(html, page.url) ?? asText(html);
}

/** Undefined for a page that cannot be parsed into a tree. */
function asTree(html: string, url: string): (Reading & { page: PageFacts }) | undefined {
  try {
    const document = parsePage(html, url);
    const { named, isPaid } = metadataOf(document, url);
    const hasScripts = document.getElementsByTagName('script').some(isProgram);
    removeHidden(document);
    removeSurroundings(document);
    const whole = textOfTree(document.body);
    const article = takeArticle(document) ?? articleInCopies(html, url);
    const chosen = article.length >= whole.length * minShare ? article : whole;
    const read = wholeText(titled(named.title, withoutInvisible(chosen)));
    const barrier = barrierOf({ url, title: named.title, text: read.extractedText ?? '', isPaid });
    return { processedType: 'html', ...read, page: { ...named, hasScripts, ...(barrier && { barrier }) } };
  } catch (error) {
    const isPermanent = error instanceof TreeTooLarge || error instanceof RangeError || error instanceof ReadingFailure;
    if (isPermanent) return undefined;
    throw error;
  }
}

const isProgram = (script: PageElement): boolean => script.getAttribute('type') !== 'application/ld+json';

function asText(html: string): Reading & { page: PageFacts } {
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(html)?.[1]?.trim() ?? '';
  const read = wholeText(withoutInvisible(textOf(html)));
  return { processedType: 'html', ...read, page: { title, hasScripts: /<script/i.test(html) } };
}

const textOf = (html: string): string => joinBlocks(htmlBlocks(html)).trim();
const textOfTree = (root: PageElement): string => joinBlocks(treeBlocks(root)).trim();

/** Changes the tree. Undefined if Readability needs to start over, for which the tree keeps no copy. */
function takeArticle(document: PageDocument): string | undefined {
  try {
    const options = { disableJSONLD: true, serializer: (node: Node) => node as unknown as PageElement };
    const article = new Readability(document as unknown as Document, options).parse();
    return article?.content ? textOfTree(article.content) : '';
  } catch (error) {
    if (error instanceof ArticleTooShort) return undefined;
    // Readability expects elements that some pages lack; the whole text is used then.
    if (error instanceof TypeError) return '';
    throw error;
  }
}

/** For short articles: Readability searches again with other rules. */
function articleInCopies(html: string, url: string): string {
  const document = parsePage(html, url, { isCopied: true });
  removeHidden(document);
  removeSurroundings(document);
  return takeArticle(document) ?? '';
}

/** Also matches a quotation of the headline. */
const titled = (title: string, text: string): string =>
  title === '' || text === '' || text.slice(0, 2000).includes(title) ? text : `# ${title}\n\n${text}`;

/** Invisible characters can contain instructions for a model. */
const withoutInvisible = (text: string): string =>
  text.replace(
    /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u{e0000}-\u{e007f}]|\p{Variation_Selector}/gu,
    '',
  );
