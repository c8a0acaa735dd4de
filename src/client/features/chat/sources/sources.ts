import type { Citation } from '~/shared/schemas/messages';

/** One source of an answer as the reader counts them; several citations may draw on it. */
export interface Source {
  number: number;
  title: string;
  /** Where it is from, in a word: the site's host, or what the provider calls the document. */
  site: string;
  /** Only addresses a browser may follow. */
  url: string | undefined;
  quotes: string[];
  /** A file of the reader's own, in which every quote stands word for word. */
  file?: { objectId: string; page?: number };
}

/** Distinct sources in the order in which the answer cites them. */
export function toSources(citations: readonly Citation[] = []): Source[] {
  const sources = new Map<string, Source>();
  for (const citation of citations) {
    const key = sourceKey(citation);
    const source = sources.get(key) ?? newSource(citation, sources.size + 1);
    sources.set(key, source);
    if (citation.quote && !source.quotes.includes(citation.quote)) source.quotes.push(citation.quote);
    if (citation.title && source.title === source.site) source.title = citation.title;
  }
  return [...sources.values()];
}

function newSource(citation: Citation, number: number): Source {
  const url = isWebAddress(citation.url) ? citation.url : undefined;
  const site = hostOf(url) ?? citation.source;
  const { objectId, page } = citation;
  const file = objectId ? { objectId, ...(page !== undefined && { page }) } : undefined;
  return { number, title: citation.title || site, site, url, quotes: [], ...(file && { file }) };
}

const isWebAddress = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** Each page of a file is a source of its own: that is what a reader wants to find again. */
const sourceKey = ({ url, source, objectId, page }: Citation) =>
  url ?? (objectId ? `file:${objectId}:${page ?? ''}` : `source:${source}`);

/** The number of the source with this address; links in the text are matched to sources by it. */
export function numberOfUrl(sources: readonly Source[], url: string | undefined): number | undefined {
  return url ? sources.find((source) => source.url === url)?.number : undefined;
}

/** 'www.example.com' is read as 'example.com'. */
export function hostOf(url: string | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined;
  return new URL(url).host.replace(/^www\./, '') || undefined;
}

/** A place in the answer's text after which a source's number belongs. */
export interface Marker {
  at: number;
  number: number;
}

/** Where numbers go, in the order of the text. A passage that links to its source already needs none. */
export function toMarkers(content: string, citations: readonly Citation[] = []): Marker[] {
  const markers = new Map<string, Marker>();
  const order = new Map<string, number>();
  for (const citation of citations) {
    const key = sourceKey(citation);
    const number = order.get(key) ?? order.size + 1;
    order.set(key, number);
    const { start = 0, end } = citation;
    if (end === undefined || end <= start || end > content.length) continue;
    // Providers that write [[1]](address) mark that very text: it becomes the number by itself.
    const url = citation.url;
    if (url && content.slice(start, end + url.length + 4).includes(url)) continue;
    markers.set(`${end} ${number}`, { at: end, number });
  }
  return [...markers.values()].sort((a, b) => a.at - b.at);
}

/** The address that stands for a source's number within an answer. */
export const markerAddress = (number: number) => `#source-${number}`;

export function markedNumber(address: string | undefined): number | undefined {
  const digits = /^#source-(\d+)$/.exec(address ?? '')?.[1];
  return digits ? Number(digits) : undefined;
}
