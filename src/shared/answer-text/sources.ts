import type { Citation, Verdict } from '~/shared/schemas/citations';
import { markAddress, markOfAddress } from './mark-address';

/** A numbered source of an answer. Several citations may share it. */
export interface Source {
  number: number;
  title: string;
  /** Short origin: the URL's host, or the provider's name for the document. */
  site: string;
  /** Undefined unless the URL is safe to link to. */
  url: string | undefined;
  /** The worst verdict of its citations, if they were checked. */
  verdict?: Verdict;
  /** For sources that are files of the user. */
  file?: { objectId: string; page?: number };
}

/** From the worst to the best verdict. */
const verdictOrder: readonly Verdict[] = ['absent', 'differs', 'partial', 'unreadable', 'pending', 'figures', 'quote'];

/** Whether a quotation was found nowhere, and so has no source. */
export const isMissingQuote = ({ check, objectId, url }: Citation) => check?.verdict === 'absent' && !objectId && !url;

/** The distinct sources in the order of their first citation. */
export function toSources(citations: readonly Citation[] = []): Source[] {
  const sources = new Map<string, Source>();
  for (const citation of citations) {
    if (isMissingQuote(citation)) continue;
    const key = sourceKey(citation);
    const source = sources.get(key) ?? newSource(citation, sources.size + 1);
    sources.set(key, source);
    const worst = verdictOrder.find((verdict) => verdict === source.verdict || verdict === citation.check?.verdict);
    if (worst) source.verdict = worst;
    if (citation.title && source.title === source.site) source.title = citation.title;
  }
  return [...sources.values()];
}

function newSource(citation: Citation, number: number): Source {
  const url = isWebAddress(citation.url) ? citation.url : undefined;
  const site = hostOf(url) ?? citation.source;
  const { objectId, page } = citation;
  const file = objectId ? { objectId, ...(page !== undefined && { page }) } : undefined;
  return { number, title: citation.title || site, site, url, ...(file && { file }) };
}

export const isWebAddress = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The same for all URLs of a page: without its fragment, campaign parameters and a final slash. */
export const pageKey = (url: string): string => url.replace(/#.*|(?<=[?&])utm_[^&#]*&?/gs, '').replace(/\/?[?&]?$/, '');

/** Identifies a source. Each page of a file is its own source, so that readers find the page. */
export const sourceKey = ({ url, source, objectId, page }: Citation) =>
  url ? pageKey(url) : objectId ? `file:${objectId}:${page ?? ''}` : `source:${source}`;

/** The number of the source with this URL. Matches links in the text to sources. */
export function numberOfUrl(sources: readonly Source[], url: string | undefined): number | undefined {
  return url ? sources.find((source) => source.url && pageKey(source.url) === pageKey(url))?.number : undefined;
}

/** The host without 'www.', or undefined for an invalid URL. */
export function hostOf(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  return new URL(url).host.replace(/^www\./, '') || undefined;
}

/** An offset in the answer after which a source's number is inserted. */
export interface Marker {
  at: number;
  /** Start of the existing citation mark that the number replaces. */
  from?: number;
  number: number;
  verdict?: Verdict;
}

/** The markers in text order. A passage that already links to its source gets none. */
export function toMarkers(content: string, citations: readonly Citation[] = []): Marker[] {
  const markers = new Map<string, Marker>();
  const order = new Map<string, number>();
  for (const citation of citations) {
    const number = isMissingQuote(citation) ? missingQuoteNumber : numberIn(order, sourceKey(citation));
    const { start = 0, end, check } = citation;
    if (end === undefined || end <= start || end > content.length) continue;
    const { url } = citation;
    const isLink = url !== undefined && content.slice(start, end + url.length + 4).includes(url);
    // Some providers write [[1]](url) and cite exactly that text, which is rendered as the number.
    if (isLink && !check) continue;
    const mark = check && markAt(content, start);
    const place = mark ? { at: start + mark.length, from: start } : { at: end };
    if (isLink && !mark && !content.slice(start, end).endsWith(')')) continue;
    markers.set(`${place.at} ${number}`, { ...place, number, ...(check && { verdict: check.verdict }) });
  }
  return [...markers.values()].sort((a, b) => (a.from ?? a.at) - (b.from ?? b.at));
}

/** Citation marks as providers and models write them. */
const markPattern =
  /(?:\[\[\d{1,3}\]\]|\[\d{1,3}\])(?:\(https?:[^()\s]*(?:\([^()\s]*\)[^()\s]*)*\))?|【[^】\n]{0,80}】/y;

function markAt(content: string, start: number): string | undefined {
  markPattern.lastIndex = start;
  return markPattern.exec(content)?.[0];
}

function numberIn(order: Map<string, number>, key: string): number {
  const number = order.get(key) ?? order.size + 1;
  order.set(key, number);
  return number;
}

/** The number of quotations that were not found. */
export const missingQuoteNumber = 0;

/** The link target of a source's number in an answer, with the check's verdict. */
export const markerAddress = ({ number, verdict }: Pick<Marker, 'number' | 'verdict'>) =>
  markAddress(verdict ? `source-${number}-${verdict}` : `source-${number}`);

export function markedSource(address: string): Pick<Marker, 'number' | 'verdict'> | undefined {
  const [, digits, verdict] = /^source-(\d+)(?:-(\w+))?$/.exec(markOfAddress(address) ?? '') ?? [];
  if (!digits) return undefined;
  const known = verdictOrder.find((candidate) => candidate === verdict);
  return { number: Number(digits), ...(known && { verdict: known }) };
}
