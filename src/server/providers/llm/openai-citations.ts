import { listOf, numberOf, objectOf, stringOf, type WireObject } from './openai-wire';
import type { ModelEvent } from './types';

type CitationEvent = Extract<ModelEvent, { type: 'citation' }>;

/** A link with balanced brackets inside, as Wikipedia's addresses have them. */
const address = String.raw`https?:\/\/[^\s()<>"\]]*(?:\([^\s()<>"\]]*\)[^\s()<>"\]]*)*`;
const inlineCitation = new RegExp(String.raw`\[\[\d+\]\]\((${address})\)`, 'g');
const anyAddress = new RegExp(address, 'g');

/**
 * What an answer *cites*, which is less than what the vendor has *seen*. Annotations say it best; where a vendor
 * sends none, the numbered links it wrote into the text do; failing these, sources seen whose address is in the text.
 */
export class CitationCollector {
  private readonly known = new Set<string>();
  private readonly seen = new Set<string>();
  private text = '';

  addText(text: string): void {
    this.text += text;
  }

  addSeen(urls: unknown): void {
    for (const url of listOf(urls)) if (typeof url === 'string') this.seen.add(url);
  }

  /** The event for an annotation; nothing for what is no web source or is known already. */
  annotation(value: unknown): CitationEvent | undefined {
    const outer = objectOf(value);
    if (outer.type !== 'url_citation') return undefined;
    // Chat completions nest what the Responses API writes flat.
    const flat: WireObject = outer.url_citation ? objectOf(outer.url_citation) : outer;
    const url = stringOf(flat.url);
    if (url === undefined) return undefined;
    return this.cite(url, stringOf(flat.title), numberOf(flat.start_index), numberOf(flat.end_index));
  }

  /** For annotations that came only with a finished message; without effect when they were streamed. */
  late(annotations: readonly unknown[]): CitationEvent[] {
    if (this.known.size > 0) return [];
    return annotations.flatMap((annotation) => this.annotation(annotation) ?? []);
  }

  /** Citations found in the text; only when there was no annotation at all. */
  fromText(): CitationEvent[] {
    if (this.known.size > 0) return [];
    const inline = [...this.text.matchAll(inlineCitation)].flatMap(
      (match) => this.cite(match[1] ?? '', undefined, match.index, match.index + match[0].length) ?? [],
    );
    if (inline.length > 0 || this.seen.size === 0) return inline;
    const seen = new Set([...this.seen].map(comparable));
    return [...this.text.matchAll(anyAddress)].flatMap((match) => {
      const url = withoutPunctuation(match[0]);
      return seen.has(comparable(url)) ? (this.cite(url, undefined, match.index, match.index + url.length) ?? []) : [];
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

/** The site's name; nothing for an address that no reader can open. */
function sourceOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www\./, '') : undefined;
}

/** An address without the marks of the sentence that it ends. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && ".,;:!?*_'`".includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

function comparable(url: string): string {
  return url.replace(/\/$/, '');
}
