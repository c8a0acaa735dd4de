/** The content of the sources panel for web pages: each claim of the answer with the result of its check. */

import { numberOfUrl, type Source } from '~/shared/answer-text/sources';
import type { Citation, CitationCheck } from '~/shared/schemas/citations';
import { citationPlaces } from './citation-places';

export interface CitedClaim {
  /** The sentence of the answer; empty if the citation has no position. */
  text: string;
  /** The ordinal of this citation among those of its source; absent without a position. */
  place?: number;
  /** The source's original text, if the provider returned it. */
  quote?: string;
  /** Offset of the passage in the text of the page. */
  sourceStart?: number;
  check?: CitationCheck;
}

export interface CitedPage {
  claims: CitedClaim[];
  publishedAt?: string;
}

/** Keyed by source number. */
export function toCitedPages(
  content: string,
  citations: readonly Citation[] = [],
  sources: readonly Source[] = [],
): ReadonlyMap<number, CitedPage> {
  const pages = new Map<number, CitedPage>();
  const places = citationPlaces(content, citations);
  for (const citation of [...citations].sort((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    const number = numberOfUrl(sources, citation.url);
    if (number === undefined) continue;
    const page = pages.get(number) ?? { claims: [] };
    pages.set(number, page);
    const { start = 0, end = 0, quote, sourceStart, check, publishedAt } = citation;
    const place = places.get(citation);
    if (publishedAt) page.publishedAt = publishedAt;
    const text = place === undefined ? '' : sentenceAt(content, start, end);
    if (page.claims.some((claim) => claim.text === text && claim.quote === quote)) continue;
    page.claims.push({
      text,
      ...(place !== undefined && { place }),
      ...(quote && { quote }),
      ...(sourceStart !== undefined && { sourceStart }),
      ...(check && { check }),
    });
  }
  return pages;
}

/** A citation mark: a number in [] or any text in 【】, with punctuation around it; or only punctuation. */
const mark = /^[^\p{L}\p{N}]*(?:(?<=\[)\d{1,3}[^\p{L}\p{N}]*|(?<=【)[^】]{0,80}】[^\p{L}\p{N}]*)?$/u;

/** The sentence before a citation mark, or the cited words. */
export function sentenceAt(content: string, start: number, end: number): string {
  const cited = content.slice(start, end);
  if (!mark.test(cited) && !cited.includes('](')) return plain(cited);
  const lines = content.slice(0, start).split('\n').map(plain).filter(Boolean);
  const before = lines.at(-1) ?? plain(content.slice(end).split('\n')[0] ?? '');
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(before)];
  return sentences.findLast(({ segment }) => /[\p{L}\p{N}]/u.test(segment))?.segment.trim() ?? before;
}

/** A line of Markdown as plain text. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\[\[?\d{1,3}\]?\](?:\([^()\s]{0,2000}\))?|【[^】]{0,80}】/g, '')
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/^\s*(?:[-*+>#|]+\s+|\d{1,3}[.)]\s+)+/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    // A removed mark leaves a space before the punctuation.
    .replace(/ (?=[,.;](?:\s|$))/g, '')
    .trim();
