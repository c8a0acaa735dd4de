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
  /** The end of the replaced text; omitted for a pure insertion. */
  until?: number;
  text: string;
}

/** A block that can be rendered alone: its text, its source numbers and the link definitions it refers to. */
export function blockMarkdown(
  block: TextBlock,
  markers: readonly Marker[],
  definitions: ReadonlyMap<string, string>,
  figures: readonly Insertion[] = [],
): string {
  return withMarkers(block, markers, linkOfMarker, figures) + neededDefinitions(block, definitions);
}

const linkOfMarker = (marker: Marker) => `[[${marker.number}]](${markerAddress(marker)})`;

/** Inserts `textOf` each marker and the given figures into the text of a block. */
export function withMarkers(
  { raw, start, kind }: TextBlock,
  markers: readonly Marker[],
  textOf: (marker: Marker) => string,
  figures: readonly Insertion[] = [],
): string {
  // Inserted text would show up literally in code and formulas.
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

/** Insertions at the same offset keep their order, so that a figure's mark ends before the number of its source. */
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
 * A marker at the end of a line goes before the line break, otherwise it would begin the next line. Call with ascending
 * offsets: each run of white space is scanned once.
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

/** Markers inside inline code would show up as text. Call with ascending offsets: the text is scanned once. */
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

/** Markers inside a word or URL would show up as text too. */
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
