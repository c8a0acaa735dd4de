import type { Citation, Verdict } from '~/shared/schemas/messages';

/** One source of an answer as the reader counts them; several citations may draw on it. */
export interface Source {
  number: number;
  title: string;
  /** Where it is from, in a word: the site's host, or what the provider calls the document. */
  site: string;
  /** Only addresses a browser may follow. */
  url: string | undefined;
  quotes: CitedQuote[];
  /** The least good verdict of its citations, if they were checked. */
  verdict?: Verdict;
  /** A file of the reader's own. */
  file?: { objectId: string; page?: number };
}

export interface CitedQuote {
  /** As the answer has it. */
  text: string;
  /** As the source has it, where both were compared. */
  passage?: string;
  verdict?: Verdict;
  missing?: readonly string[];
  /** Where the passage stands in the text of the file. */
  start?: number;
}

/** From the verdict that says least for a source to the one that says most. */
const verdictOrder: readonly Verdict[] = ['absent', 'differs', 'partial', 'unreadable', 'pending', 'figures', 'quote'];

/** A quotation that stands nowhere has no source. */
const isUnfound = ({ check, objectId, url }: Citation) => check?.verdict === 'absent' && !objectId && !url;

export const toUnfound = (citations: readonly Citation[] = []): string[] =>
  citations.filter(isUnfound).flatMap(({ quote }) => quote ?? []);

/** Distinct sources in the order in which the answer cites them. */
export function toSources(citations: readonly Citation[] = []): Source[] {
  const sources = new Map<string, Source>();
  for (const citation of citations) {
    if (isUnfound(citation)) continue;
    const key = sourceKey(citation);
    const source = sources.get(key) ?? newSource(citation, sources.size + 1);
    sources.set(key, source);
    addQuote(source, citation);
    if (citation.title && source.title === source.site) source.title = citation.title;
  }
  return [...sources.values()];
}

function addQuote(source: Source, { quote, sourceStart, check }: Citation): void {
  if (check) {
    const worst = verdictOrder.find((verdict) => verdict === source.verdict || verdict === check.verdict);
    if (worst) source.verdict = worst;
  }
  const text = quote ?? check?.passage;
  if (!text || source.quotes.some((known) => known.text === text)) return;
  source.quotes.push({
    text,
    ...(check && { verdict: check.verdict }),
    ...(check?.passage && { passage: check.passage }),
    ...(check?.missing && { missing: check.missing }),
    ...(sourceStart !== undefined && { start: sourceStart }),
  });
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
  verdict?: Verdict;
}

/** Where numbers go, in the order of the text. A passage that links to its source already needs none. */
export function toMarkers(content: string, citations: readonly Citation[] = []): Marker[] {
  const markers = new Map<string, Marker>();
  const order = new Map<string, number>();
  for (const citation of citations) {
    const number = isUnfound(citation) ? unfoundNumber : numberIn(order, sourceKey(citation));
    const { start = 0, end, check } = citation;
    if (end === undefined || end <= start || end > content.length) continue;
    // Providers that write [[1]](address) mark that very text: it becomes the number by itself.
    const url = citation.url;
    if (url && content.slice(start, end + url.length + 4).includes(url)) continue;
    markers.set(`${end} ${number}`, { at: end, number, ...(check && { verdict: check.verdict }) });
  }
  return [...markers.values()].sort((a, b) => a.at - b.at);
}

function numberIn(order: Map<string, number>, key: string): number {
  const number = order.get(key) ?? order.size + 1;
  order.set(key, number);
  return number;
}

/** Stands for the quotations that were not found. */
export const unfoundNumber = 0;

/** The address that stands for a source's number within an answer, with what the check said there. */
export const markerAddress = ({ number, verdict }: Omit<Marker, 'at'>) =>
  verdict ? `#source-${number}-${verdict}` : `#source-${number}`;

export function markedSource(address: string | undefined): Omit<Marker, 'at'> | undefined {
  const [, digits, verdict] = /^#source-(\d+)(?:-(\w+))?$/.exec(address ?? '') ?? [];
  if (!digits) return undefined;
  const known = verdictOrder.find((one) => one === verdict);
  return { number: Number(digits), ...(known && { verdict: known }) };
}
