import { pageKey } from '~/shared/answer-text/sources';
import { recordOf } from '~/shared/is-record';
import { widePunctuation } from '~/shared/sentence-marks';
import { listOf, numberOf, stringOf, type WireObject } from './openai-wire';
import type { ModelEvent } from './types';

type CitationEvent = Extract<ModelEvent, { type: 'citation' }>;

/** A web page that a search of ours has found. */
export interface Source {
  url: string;
  title?: string;
}

/** The text that an annotation refers to, and how to map its offsets. */
export interface CitedText {
  readonly shown: string;
  placeOf(raw: number, part?: string): number;
}

/** A link with balanced brackets, as in Wikipedia's URLs. */
const addressOf = (inUrl: string) => String.raw`https?:\/\/${inUrl}(?:\(${inUrl}\)${inUrl})*`;
const inlineCitation = new RegExp(String.raw`\[\[\d+\]\]\((${addressOf(String.raw`[^\s()<>"\]]*`)})\)`, 'g');
/** Full-width punctuation ends it, because text in scripts without spaces follows directly. */
const anyAddress = new RegExp(addressOf(String.raw`[^\s()<>"\]${widePunctuation}]*`), 'g');
const number = /\[(\d{1,3})\](?![(\]:])/g;

/**
 * The sources that an answer cites, which are fewer than those that a search has visited and never more: a link that
 * the model merely wrote is just a link. Annotations are the best evidence; without them, links in the text to visited
 * sources count, and the numbers of numbered sources.
 */
export class CitationCollector {
  private readonly known = new Set<string>();
  private readonly seen = new Map<string, string | undefined>();
  private numbered: string[] = [];

  get hasCited(): boolean {
    return this.known.size > 0;
  }

  addSeen(urls: unknown): void {
    for (const url of listOf(urls)) if (typeof url === 'string') this.see(url);
  }

  see(url: string, title?: string): void {
    const key = pageKey(url);
    this.seen.set(key, this.seen.get(key) ?? title);
  }

  /** Sources that the text cites by number, from 1. They came from a search, so they count as visited. */
  addNumbered(urls: readonly unknown[], titles: ReadonlyMap<string, string | undefined>): void {
    this.numbered = urls.map((url) => stringOf(url) ?? '');
    for (const url of this.numbered) if (url !== '') this.see(url, titles.get(url));
  }

  /** The event for an annotation; undefined for a known one, or one without a web source. */
  annotation(value: unknown, text: CitedText, part?: string): CitationEvent | undefined {
    const outer = recordOf(value);
    if (outer.type !== 'url_citation') return undefined;
    // Chat completions nest what the Responses API writes flat.
    const flat: WireObject = outer.url_citation ? recordOf(outer.url_citation) : outer;
    const url = stringOf(flat.url);
    if (url === undefined) return undefined;
    const [start, end] = [numberOf(flat.start_index), numberOf(flat.end_index)];
    const place = start === undefined || end === undefined ? [] : placeIn(text, start, end, url, part);
    return this.cite(url, stringOf(flat.title), ...place);
  }

  /** Citations found in the text, only if there was no annotation. */
  fromText(text: string): CitationEvent[] {
    if (this.known.size > 0 || this.seen.size === 0) return [];
    const inline = this.linksIn(text, inlineCitation);
    const numbers = inline.length > 0 ? [] : this.numbersIn(text);
    if (inline.length + numbers.length > 0) return [...inline, ...numbers];
    return this.linksIn(text, anyAddress);
  }

  private linksIn(text: string, pattern: RegExp): CitationEvent[] {
    return [...text.matchAll(pattern)].flatMap((match) => {
      const url = match[1] ?? this.bareUrl(match[0]);
      const length = match[1] === undefined ? url.length : match[0].length;
      if (!this.seen.has(pageKey(url))) return [];
      return this.cite(url, this.seen.get(pageKey(url)), match.index, match.index + length) ?? [];
    });
  }

  /** Text in scripts without spaces may follow a URL directly. */
  private bareUrl(found: string): string {
    const url = withoutPunctuation(found);
    const inAscii = withoutPunctuation(/^[\x21-\x7e]*/.exec(found)?.[0] ?? '');
    return this.seen.has(pageKey(url)) ? url : inAscii;
  }

  private numbersIn(text: string): CitationEvent[] {
    return [...text.matchAll(number)].flatMap((match) => {
      const url = this.numbered[Number(match[1]) - 1];
      if (!url) return [];
      return this.cite(url, this.seen.get(pageKey(url)), match.index, match.index + match[0].length) ?? [];
    });
  }

  private cite(url: string, title?: string, start?: number, end?: number): CitationEvent | undefined {
    const key = `${url} ${start ?? ''} ${end ?? ''}`;
    const source = sourceOf(url);
    if (source === undefined || this.known.has(key)) return undefined;
    this.known.add(key);
    const citation: CitationEvent['citation'] = { source, url };
    // xAI gives the number of the chip as the title.
    if (title && !/^\d+$/.test(title)) citation.title = title;
    if (start !== undefined) citation.start = start;
    if (end !== undefined) citation.end = end;
    return { type: 'citation', citation };
  }
}

/** JavaScript counts UTF-16 units; a vendor that counts code points is detected if the link is not at its offset. */
function placeIn(text: CitedText, start: number, end: number, url: string, part?: string): [number, number] {
  const place: [number, number] = [text.placeOf(start, part), text.placeOf(end, part)];
  const { shown } = text;
  if (!/[\ud800-\udbff]/.test(shown)) return place;
  const isLink = ([from, to]: [number, number]) => shown.slice(from, to).includes(url);
  if (isLink(place)) return place;
  const base = text.placeOf(0, part);
  const characters = [...shown.slice(base, place[1] + end)];
  const unitsOf = (count: number) => base + characters.slice(0, count).join('').length;
  const counted: [number, number] = [unitsOf(start), unitsOf(end)];
  return isLink(counted) ? counted : place;
}

/** The site's name; undefined for a URL that users cannot open. */
function sourceOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www\./, '') : undefined;
}

/** Removes the punctuation of a sentence that ends with the URL. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && ".,;:!?*_'`".includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
