/** Builds a document from messages: their content as on the page, with sources as footnotes. */
import { finalMetadata } from '~/server/features/figures/figures-after-checks';
import { oneLine } from '~/server/lib/one-line';
import { printable } from '~/server/lib/printable';
import { withMarkers } from '~/shared/answer-text/block-markdown';
import { type Marker, toMarkers, toSources } from '~/shared/answer-text/sources';
import { brand } from '~/shared/brand';
import { importedFrom } from '~/shared/conversation-import';
import type { Verdict } from '~/shared/schemas/citations';
import type { Attachment, ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { countedVerdict, finalVerdictName } from '~/shared/verdict-words';
import { correctionRemark } from './correction-remark';
import type { Block, ExportDocument, Note, Run, Section } from './document';
import { readBlocks } from './read-blocks';
import { SourceNotes } from './source-notes';

export type ExportMessage = Pick<ChatMessage, 'id' | 'role' | 'content' | 'attachments' | 'metadata' | 'createdAt'>;

/** The input of a document. Plain values, so that it can be sent to another thread. */
export interface ExportSource {
  title: string;
  madeAt: Date;
  messages: ExportMessage[];
}

export function makeDocument({ title, madeAt, messages }: ExportSource): ExportDocument {
  return {
    title: printable(oneLine(title)),
    cover: coverLines(madeAt, messages.map(coverFacts)),
    sections: messages.map(sectionOf),
  };
}

/** What the cover of a document summarizes of a message. */
export interface CoverFacts {
  role: ExportMessage['role'];
  metadata: Pick<MessageMetadata, 'model' | 'modelId' | 'isAboutInvestments'> & {
    citations?: { url?: string | undefined; check?: { verdict: Verdict } | undefined }[] | undefined;
  };
}

/** Leaves out the texts, so that the facts of a long conversation fit into memory. */
export function coverFacts({ role, metadata }: ExportMessage): CoverFacts {
  const { model, modelId, isAboutInvestments } = finalMetadata(metadata);
  const citations = metadata.citations?.map(({ url, check }) => ({ url, check: check && { verdict: check.verdict } }));
  return { role, metadata: { model, modelId, isAboutInvestments, citations } };
}

export function coverLines(madeAt: Date, messages: readonly CoverFacts[]): string[] {
  const answers = messages.filter(({ role }) => role === 'assistant');
  const models = [...new Set(answers.map(({ metadata }) => modelOf(metadata)).filter(Boolean))];
  return [
    `${brand.company} ${brand.chat}, ${moment(madeAt)}`,
    models.length > 0 && `${models.length === 1 ? 'AI model' : 'AI models'}: ${models.join(', ')}`,
    checksOf(answers),
    answers.some(({ metadata }) => metadata.isAboutInvestments) && 'Not investment advice',
  ].filter((line) => line !== false);
}

/** "Checks of sources: 3 verified quotes, 1 not found on the page". */
function checksOf(answers: readonly CoverFacts[]): string | false {
  const counts = new Map<string, Parameters<typeof countedVerdict>>();
  for (const { metadata } of answers)
    for (const { check, url } of metadata.citations ?? []) {
      if (!check) continue;
      const source = url ? 'page' : 'file';
      const name = finalVerdictName(check.verdict, source);
      counts.set(name, [(counts.get(name)?.[0] ?? 0) + 1, check.verdict, source]);
    }
  if (counts.size === 0) return false;
  return `Checks of sources: ${[...counts.values()].map((count) => countedVerdict(...count)).join(', ')}`;
}

function sectionOf(message: ExportMessage): Section {
  const { content, attachments, metadata } = message;
  return {
    heading: printable(headingOf(message)),
    blocks: message.role === 'assistant' ? answerBlocks(content, metadata) : questionBlocks(content),
    files: attachments.map(fileLine),
    fileIds: attachments.map(({ url }) => url.split('/').at(-1) ?? ''),
    remarks: remarksOf(metadata),
  };
}

/** Messages of the user are not parsed as Markdown, as on the page. */
const questionBlocks = (content: string): Block[] =>
  content.trim() ? [{ kind: 'paragraph', runs: [{ text: printable(content.trim()) }] }] : [];

function answerBlocks(content: string, { citations = [] }: MessageMetadata): Block[] {
  const notes = new SourceNotes(toSources(citations), citations);
  const markers = toMarkers(content, citations);
  const marked: Marker[] = [];
  const linkOf = (marker: Marker) => `[[${marked.push(marker)}]](${noteAddress}${marked.length - 1})`;
  const text = withMarkers({ raw: content, start: 0, kind: 'document' }, markers, linkOf);
  const placed = new Set<number>();
  const blocks = readBlocks(text, (url, linkText) => {
    const marker = url.startsWith(noteAddress) ? marked[Number(url.slice(noteAddress.length))] : undefined;
    if (marker) {
      placed.add(marker.number);
      return notes.at(marker);
    }
    return /^\[?\d{1,3}\]?$/.test(linkText) ? notes.ofUrl(url) : undefined;
  });
  const others = toSources(citations).filter(({ number, url }) => !placed.has(number) && !isLinked(content, url));
  return others.length > 0 ? [...blocks, otherSources(others.map(({ number }) => notes.whole(number)))] : blocks;
}

const noteAddress = '#note-';
const isLinked = (content: string, url: string | undefined) => url !== undefined && content.includes(`](${url})`);

/** Sources without a reference in the text of the answer. */
const otherSources = (notes: readonly Note[]): Block => ({
  kind: 'paragraph',
  runs: [{ text: 'Sources' }, ...notes.map((note): Run => ({ text: '', note }))],
});

const modelOf = ({ model, modelId }: CoverFacts['metadata']): string | undefined => model ?? modelId;

export function headingOf({ role, createdAt, metadata }: ExportMessage): string {
  const model = role === 'assistant' ? modelOf(metadata) : undefined;
  return `${role === 'assistant' ? brand.chat : 'Question'}, ${moment(createdAt)}${model ? `, ${model}` : ''}`;
}

export const fileLine = ({ name, type }: Pick<Attachment, 'name' | 'type'>): string =>
  printable(`${oneLine(name)} (${oneLine(type)})`);

export function remarksOf(metadata: MessageMetadata): string[] {
  const { status, error, isUnreviewed, hasUnconfirmedFigures, correction, imported } = finalMetadata(metadata);
  return [
    imported && importedFrom(imported.source),
    error?.message,
    status === 'stopped' && 'This answer was stopped.',
    status === 'interrupted' && 'This answer was interrupted.',
    isUnreviewed && 'The figures and sources of this answer were not checked.',
    hasUnconfirmedFigures && "Some figures in this answer don't come from our position data.",
    correction && correctionRemark(correction),
  ].filter((remark) => typeof remark === 'string');
}

const moment = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
