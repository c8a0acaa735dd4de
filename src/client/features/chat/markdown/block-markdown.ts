import type { Marker } from '../sources/sources';
import { markerAddress } from '../sources/sources';
import type { MarkdownBlock } from './markdown-blocks';

/** A block read alone: its text, the numbers of its sources, and the link definitions it refers to. */
export function blockMarkdown(
  block: MarkdownBlock,
  markers: readonly Marker[],
  definitions: ReadonlyMap<string, string>,
): string {
  // In code every character is meant as it stands.
  if (block.kind === 'code' || block.kind === 'html') return block.raw;
  return withMarkers(block, markers) + neededDefinitions(block.raw, definitions);
}

function withMarkers({ raw, start }: MarkdownBlock, markers: readonly Marker[]): string {
  let marked = '';
  let from = 0;
  for (const marker of markers) {
    const at = marker.at - start;
    if (at <= 0 || at > raw.length || at < from) continue;
    const place = beforeLineBreak(raw, at);
    if (place < from || isInsideCode(raw, place)) continue;
    marked += `${raw.slice(from, place)}[[${marker.number}]](${markerAddress(marker.number)})`;
    from = place;
  }
  return marked + raw.slice(from);
}

/** A passage that ends with its line is marked before the break, or the mark would begin the next line. */
function beforeLineBreak(raw: string, at: number): number {
  let place = at;
  while (place > 0 && /\s/.test(raw[place - 1] ?? '')) place -= 1;
  return place;
}

/** Between backticks, or within a word or an address, a mark would be read as text. */
function isInsideCode(raw: string, place: number): boolean {
  const line = raw.slice(raw.lastIndexOf('\n', place - 1) + 1, place);
  return (line.split('`').length - 1) % 2 === 1 || (/[\w/]$/.test(line) && /^[\w/]/.test(raw.slice(place)));
}

function neededDefinitions(raw: string, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || !raw.includes('[')) return '';
  const needed = new Set<string>();
  for (const [, label = ''] of raw.matchAll(/\[((?:\\[\s\S]|[^[\]\\])+)\]/g)) {
    const definition = definitions.get(label.toLowerCase().replace(/\s+/g, ' '));
    if (definition) needed.add(definition);
  }
  return needed.size === 0 ? '' : `\n\n${[...needed].join('\n')}`;
}
