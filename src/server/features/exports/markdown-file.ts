/** Writes a conversation as Markdown, message by message, with sources as footnotes after each answer. */
import { oneLine } from '~/server/lib/one-line';
import { withMarkers } from '~/shared/answer-text/block-markdown';
import { missingQuoteNumber, toMarkers, toSources } from '~/shared/answer-text/sources';
import { withClosedBlocks } from './close-blocks';
import type { Note } from './document';
import { type CoverFacts, coverLines, type ExportMessage, fileLine, headingOf, remarksOf } from './make-document';
import { ownLabels } from './own-labels';
import { SourceNotes } from './source-notes';

/** `overview` contains the messages summarized in the lines below the title. */
export function markdownHead(title: string, madeAt: Date, overview: readonly CoverFacts[]): string {
  const lines = coverLines(madeAt, overview).map(escaped).join('  \n');
  return `# ${escaped(oneLine(title))}\n\n${lines}\n`;
}

/** `number` makes footnote labels unique across messages. */
export function messageMarkdown(message: ExportMessage, number: number): string {
  const { attachments, metadata } = message;
  const { text, notes } = withFootnotes(message, number);
  const parts = [`\n## ${escaped(headingOf(message))}`, text.trim()];
  if (attachments.length > 0)
    parts.push(`Attached files:\n\n${attachments.map((file) => `- ${escaped(fileLine(file))}`).join('\n')}`);
  parts.push(...remarksOf(metadata).map((remark) => `*${escaped(remark)}*`));
  if (notes.length > 0) parts.push(notes.join('\n'));
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function withFootnotes({ content, metadata }: ExportMessage, number: number): { text: string; notes: string[] } {
  const { citations = [] } = metadata;
  const sources = toSources(citations);
  const markers = toMarkers(content, citations);
  const known = new SourceNotes(sources, citations);
  const labelOf = (source: number) => `[^${number}-${source}]`;
  const isReplaced = (at: number) => markers.some((marker) => (marker.from ?? marker.at) < at && at <= marker.at);
  const labels = ownLabels(content, number).filter(({ at }) => !isReplaced(at));
  const block = { raw: content, start: 0, kind: 'document' };
  const text = withMarkers(block, markers, (marker) => labelOf(marker.number), labels);
  const placed = new Set(markers.map((marker) => marker.number));
  const others = sources.filter((source) => !placed.has(source.number));
  const listed = others.length > 0 ? `\n\nSources${others.map((source) => labelOf(source.number)).join('')}` : '';
  const numbers = [
    ...sources.map((source) => source.number),
    ...(placed.has(missingQuoteNumber) ? [missingQuoteNumber] : []),
  ];
  return {
    text: withClosedBlocks(text.trimEnd()) + listed,
    notes: numbers.map((source) => `${labelOf(source)}: ${noteMarkdown(known.whole(source))}`),
  };
}

const noteMarkdown = ({ text, url }: Note): string =>
  `${escaped(oneLine(text))}${url ? ` <${oneLine(url).replaceAll(' ', '%20')}>` : ''}`;

/** Escapes third-party text that must not be parsed as Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>~|#]/g, '\\$&');
