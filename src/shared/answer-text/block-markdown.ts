import { type Marker, markerAddress } from './sources';

/** A part of an answer's text, or all of it. */
export interface TextBlock {
  /** Offset of `raw` in the answer. */
  start: number;
  raw: string;
  /** What it is in markdown: `paragraph`, `code` and so on. */
  kind: string;
}

/** A text to insert into an answer's markdown, at an offset of its content. */
export interface Insertion {
  at: number;
  /** The end of what the text replaces. */
  until?: number;
  text: string;
}

/** A block read alone: its text, the numbers of its sources, and the link definitions it refers to. */
export function blockMarkdown(
  block: TextBlock,
  markers: readonly Marker[],
  definitions: ReadonlyMap<string, string>,
  figures: readonly Insertion[] = [],
): string {
  return withMarkers(block, markers, linkOfMarker, figures) + neededDefinitions(block, definitions);
}

const linkOfMarker = (marker: Marker) => `[[${marker.number}]](${markerAddress(marker)})`;

/** The text of a block with something at the place of each marker. */
export function withMarkers(
  { raw, start, kind }: TextBlock,
  markers: readonly Marker[],
  textOf: (marker: Marker) => string,
  figures: readonly Insertion[] = [],
): string {
  // In code and formulas every character is meant as it stands.
  if (isVerbatim(kind)) return raw;
  const isInsideCode = backticksBefore(raw);
  const beforeLineBreak = placesBeforeLineBreaks(raw);
  const numbers = markers.flatMap((marker): Insertion[] => {
    const text = textOf(marker);
    if (marker.from !== undefined) {
      const [from, until] = [marker.from - start, marker.at - start];
      return from < 0 || until > raw.length || isInsideCode(from) ? [] : [{ at: from, until, text }];
    }
    const at = marker.at - start;
    if (at <= 0 || at > raw.length) return [];
    const place = beforeLineBreak(at);
    if (isInsideCode(place) || isInsideWord(raw, place)) return [];
    return [{ at: place, text }];
  });
  const around = figures.flatMap(({ at, text }): Insertion[] =>
    at >= start && at <= start + raw.length ? [{ at: at - start, text }] : [],
  );
  return inserted(raw, [...around, ...numbers]);
}

/** Of several at one place the first in the list comes first: a figure's mark ends before the number of its source. */
function inserted(raw: string, insertions: readonly Insertion[]): string {
  let text = '';
  let from = 0;
  for (const insertion of [...insertions].sort((a, b) => a.at - b.at)) {
    text += raw.slice(from, insertion.at) + insertion.text;
    from = insertion.until ?? insertion.at;
  }
  return text + raw.slice(from);
}

/**
 * A passage that ends with its line is marked before the break, or the mark would begin the next line. Ask in the order
 * of the text: each run of white space is passed once.
 */
function placesBeforeLineBreaks(raw: string): (at: number) => number {
  let asked = 0;
  let place = 0;
  return (at) => {
    let end = at;
    while (end > asked && /\s/.test(raw.charAt(end - 1))) end -= 1;
    if (end > asked) place = end;
    asked = at;
    return place;
  };
}

/** Between backticks of its line a mark would be read as text. Ask in the order of the text: it is read once. */
function backticksBefore(raw: string): (place: number) => boolean {
  let read = 0;
  let isOpen = false;
  return (place) => {
    for (; read < place; read += 1) {
      if (raw.charAt(read) === '\n') isOpen = false;
      else if (raw.charAt(read) === '`') isOpen = !isOpen;
    }
    return isOpen;
  };
}

/** Within a word or an address a mark would be read as text too. */
function isInsideWord(raw: string, place: number): boolean {
  return /[\w/]/.test(raw.charAt(place - 1)) && /[\w/]/.test(raw.charAt(place));
}

const isVerbatim = (kind: string) => kind === 'code' || kind === 'html' || kind === 'math';

function neededDefinitions({ raw, kind }: TextBlock, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || isVerbatim(kind) || !raw.includes('[')) return '';
  const needed = new Set<string>();
  for (const [, label = ''] of raw.matchAll(/\\[\s\S]|\[((?:\\[\s\S]|[^[\]\\])+)\]/g)) {
    const definition = definitions.get(label.toLowerCase().replace(/\s+/g, ' '));
    if (definition) needed.add(definition);
  }
  return needed.size === 0 ? '' : `\n\n${[...needed].join('\n')}`;
}
