/** Title, author, date and URL of a page, from its own metadata: JSON-LD, Open Graph, meta elements. */
import type { PageFacts } from '~/server/reading/page-facts';
import type { PageDocument, PageElement } from '~/server/reading/structure/page-tree';
import { textStart } from '~/shared/text-start';
import { cleanText } from './clean-text';
import { linkedDataOf } from './page-linked-data';

const longest = 300;
const dated = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})))?/;

interface Metadata {
  named: Omit<PageFacts, 'wall' | 'hasScripts'>;
  /** The page declares that its text is for subscribers. */
  isPaid: boolean;
}

export function metadataOf(document: PageDocument, url: string): Metadata {
  // Once for all names, because finding them walks the whole tree.
  const elements = document.getElementsByTagName('meta').filter((element) => element.hasAttribute('content'));
  const meta = (...names: string[]) => metaOf(elements, names);
  const data = linkedDataOf(document);
  const isPaid = data.isFree === false || /metered|locked/.test(meta('article:content_tier'));
  const title =
    meta('og:title', 'twitter:title') ||
    clean(document.getElementsByTagName('title')[0]?.textContent) ||
    clean(document.getElementsByTagName('h1')[0]?.textContent);
  const site = meta('og:site_name', 'application-name');
  const author = meta('author', 'article:author', 'dc.creator', 'parsely-author') || clean(data.author);
  const publishedAt = dateIn(
    meta('article:published_time', 'date', 'dc.date', 'dcterms.date', 'pubdate', 'parsely-pub-date', 'citation_date'),
    data.publishedAt,
    firstOf(document, 'time', (time) => time.hasAttribute('datetime'))?.getAttribute('datetime'),
  );
  const canonicalUrl = canonicalOf(document, url);
  const named = {
    title,
    ...(site && { site }),
    // A profile URL is not a name.
    ...(author && !/^https?:/.test(author) && { author }),
    ...(publishedAt && { publishedAt }),
    ...(canonicalUrl && { canonicalUrl }),
  };
  return { named, isPaid };
}

const clean = (text: string | null | undefined): string =>
  textStart(cleanText(text ?? '').replace(/\s+/g, ' '), longest).trim();

const firstOf = (document: PageDocument, name: string, isWanted: (element: PageElement) => boolean) =>
  document.getElementsByTagName(name).find(isWanted);

function metaOf(elements: readonly PageElement[], names: readonly string[]): string {
  for (const name of names) {
    const found = elements.find((element) =>
      ['property', 'name', 'itemprop'].some((key) => element.getAttribute(key)?.toLowerCase() === name),
    );
    const content = clean(found?.getAttribute('content'));
    if (content) return content;
  }
  return '';
}

/**
 * The first date in a machine-readable format; others are ambiguous. As stated, because the day in another time zone
 * may differ. Without a time zone only the day is known.
 */
function dateIn(...texts: (string | null | undefined)[]): string | undefined {
  for (const text of texts) {
    const [, day, clock] = dated.exec(text?.trim() ?? '') ?? [];
    if (!day || Number.isNaN(Date.parse(day))) continue;
    const time = `${day}T${clock}`;
    return clock && !Number.isNaN(Date.parse(time)) ? time : day;
  }
  return undefined;
}

/** Only on the same host: a page must not impersonate one of another site. */
function canonicalOf(document: PageDocument, url: string): string | undefined {
  const href = firstOf(document, 'link', (link) => link.getAttribute('rel') === 'canonical')?.getAttribute('href');
  if (!href || !URL.canParse(href, url)) return undefined;
  const canonical = new URL(href, url);
  const own = new URL(url);
  const isWeb = canonical.protocol === 'https:' || canonical.protocol === 'http:';
  const isOwnHost = canonical.host.replace(/^www\./, '') === own.host.replace(/^www\./, '');
  // Some sites give every page the URL of their home page.
  const isHome = canonical.pathname === '/' && own.pathname !== '/';
  canonical.hash = '';
  return isWeb && isOwnHost && !isHome ? canonical.href : undefined;
}
