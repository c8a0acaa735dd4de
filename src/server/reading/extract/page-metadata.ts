/** Title, author, date and address of a page, from its own metadata: JSON-LD, Open Graph, meta elements. */
import type { PageFacts } from '~/server/reading/page-facts';
import { cleanText } from './clean-text';
import { type LinkedData, linkedDataOf } from './page-linked-data';

const longest = 300;

type Named = Omit<PageFacts, 'wall' | 'hasScripts'>;

export function metadataOf(document: Document, url: string): Named {
  const meta = (...names: string[]) => metaOf(document, names);
  const data = linkedDataOf(document);
  const title =
    meta('og:title', 'twitter:title') ||
    clean(document.querySelector('title')?.textContent) ||
    clean(document.querySelector('h1')?.textContent);
  const site = meta('og:site_name', 'application-name');
  const author = meta('author', 'article:author', 'dc.creator', 'parsely-author') || clean(data.author);
  const publishedAt = dateIn(
    meta('article:published_time', 'date', 'dc.date', 'dcterms.date', 'pubdate', 'parsely-pub-date', 'citation_date'),
    data.publishedAt,
    document.querySelector('time[datetime]')?.getAttribute('datetime'),
  );
  const canonicalUrl = canonicalOf(document, url);
  return {
    title,
    ...(site && { site }),
    // A profile's address names nobody.
    ...(author && !/^https?:/.test(author) && { author }),
    ...(publishedAt && { publishedAt }),
    ...(canonicalUrl && { canonicalUrl }),
  };
}

export const isPaid = (document: Document): boolean => {
  const { isFree }: LinkedData = linkedDataOf(document);
  return isFree === false || /metered|locked/.test(metaOf(document, ['article:content_tier']));
};

const clean = (text: string | null | undefined): string =>
  cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .slice(0, longest)
    .trim();

function metaOf(document: Document, names: readonly string[]): string {
  const elements = [...document.querySelectorAll('meta[content]')];
  for (const name of names) {
    const found = elements.find((element) =>
      ['property', 'name', 'itemprop'].some((key) => element.getAttribute(key)?.toLowerCase() === name),
    );
    const content = clean(found?.getAttribute('content'));
    if (content) return content;
  }
  return '';
}

/** The first that is a date as machines write it; others are ambiguous. */
function dateIn(...texts: (string | null | undefined)[]): string | undefined {
  for (const text of texts) {
    const [whole, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ]\S+)?/.exec(text?.trim() ?? '') ?? [];
    if (!whole || !day || Number.isNaN(Date.parse(day))) continue;
    const time = Date.parse(whole.replace(' ', 'T'));
    return whole === day || Number.isNaN(time) ? day : new Date(time).toISOString();
  }
  return undefined;
}

/** Only on the same host: a page must not pass for one of another site. */
function canonicalOf(document: Document, url: string): string | undefined {
  const href = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  if (!href || !URL.canParse(href, url)) return undefined;
  const canonical = new URL(href, url);
  const own = new URL(url);
  const isWeb = canonical.protocol === 'https:' || canonical.protocol === 'http:';
  const isOwnHost = canonical.host.replace(/^www\./, '') === own.host.replace(/^www\./, '');
  // Some sites give every page the address of their home page.
  const isHome = canonical.pathname === '/' && own.pathname !== '/';
  canonical.hash = '';
  return isWeb && isOwnHost && !isHome ? canonical.href : undefined;
}
