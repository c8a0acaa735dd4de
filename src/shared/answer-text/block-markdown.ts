import { type Marker, markerAddress } from './sources';

/** A block of an answer's Markdown, or the whole answer. */
export interface TextBlock {
  /** Offset of `raw` in the answer. */
  start: number;
  raw: string;
  /** The Markdown node type, such as `paragraph` or `code`. */
  kind: string;
}

/** Text to insert into Markdown at an offset. */
export interface Insertion {
  at: number;
  /** End offset of the text that is replaced; absent for a pure insertion. */
  until?: number;
  text: string;
}

/** The Markdown to render a block on its own: its text, source numbers, and the link definitions it uses. */
export function blockMarkdown(
  block: TextBlock,
  markers: readonly Marker[],
  definitions: ReadonlyMap<string, string>,
  figures: readonly Insertion[] = [],
): string {
  return withMarkers(block, markers, linkOfMarker, figures) + neededDefinitions(block, definitions);
}

const linkOfMarker = (marker: Marker) => `[[${marker.number}]](${markerAddress(marker)})`;

/** The text of a block with `textOf(marker)` inserted at each marker. Code, HTML and math are returned unchanged. */
export function withMarkers(
  { raw, start, kind }: TextBlock,
  markers: readonly Marker[],
  textOf: (marker: Marker) => string,
  figures: readonly Insertion[] = [],
): string {
  // Code, HTML and math have no links.
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

/** Insertions at the same offset keep their order, so that a figure's mark ends before the source's number. */
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
 * Moves an insertion before trailing white space, because after a line break it would start the next line. Call with
 * ascending offsets, so that each run of white space is scanned once.
 */
function placesBeforeLineBreaks(raw: string): (at: number) => number {
  let previous = 0;
  let place = 0;
  return (at) => {
    let end = at;
    while (end > previous && /\s/.test(raw.charAt(end - 1))) end -= 1;
    if (end > previous) place = end;
    previous = at;
    return place;
  };
}

/** Whether an offset is inside inline code, which has no links. Call with ascending offsets, to scan the text once. */
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

/** Whether an offset is inside a word or URL, which must not be split. */
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
