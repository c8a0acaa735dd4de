/** The offline analyst's answers about files: verbatim quotations with their page. */

import type { DocumentFact, Passage } from '~/server/generation/library';
import type { ModelEvent } from '~/server/providers/llm/types';
import { relatedTerms } from '~/server/retrieval/related-terms';
import { phraseOfType, sectionName } from '~/shared/file-kinds';
import { blockquote, keywords, plural, sentences } from './words';

const quotedCharacters = 500;
const openingQuotes = 2;

/** "Summarise this", "what is in the file", "tl;dr". */
export const isSummaryQuestion = (question: string): boolean =>
  /\b(summari[sz]e|summary|tl;?dr|key points|main points|overview)\b.*\b(files?|documents?|pdf|report|paper|attach\w*|this|it|them)\b|\b(what|tell me)\b.*\b(in|about|does|do|is)\b.*\b(this|the|these|attached|my)\s+(files?|documents?|pdf|report|paper|attachments?|picture|image)\b/i.test(
    question,
  ) && !/conversation|chat\b/i.test(question);

/** For each file: its name and type, then the passages found in it, or its beginning if there was no search. */
export function* describeDocuments(
  documents: DocumentFact[],
  found: Passage[],
  question: string,
): Generator<string | ModelEvent> {
  for (const [index, document] of documents.entries()) {
    yield `${index > 0 ? '\n\n' : ''}**${escapeMarkdown(document.name)}** – ${describeKind(document)}`;
    const matches = found.filter(({ objectId }) => objectId === document.objectId);
    const quotes = matches.length > 0 ? matches : document.opening.slice(0, openingQuotes);
    if (quotes.length > 0) yield matches.length > 0 ? ' What matches best:' : ' It begins:';
    for (const passage of quotes) yield* quote(passage, question);
  }
}

function describeKind({ kind, pages, opening, problem }: DocumentFact): string {
  const size = pages ? ` of ${plural(pages, sectionName(kind))}` : '';
  const text =
    opening.length > 0 ? '' : kind === 'image' ? ' without words that I can read' : ' without text that I can read';
  return `${phraseOfType[kind]}${size}${text}.${problem ? ` ${problem}` : ''}`;
}

/** Yields a passage as a blockquote with its page, and the citation for it. */
export function* quote(
  { objectId, documentId, source, page, text }: Passage,
  question: string,
): Generator<string | ModelEvent> {
  const quoted = bestExcerpt(text, keywordsOf(question), quotedCharacters);
  const place = page === undefined ? source : `${source}, page ${page}`;
  // The citation contains the exact text, so that the citation check finds it.
  yield `\n\n${blockquote(quoted)}>\n> — **${escapeMarkdown(place)}**`;
  yield {
    type: 'citation',
    citation: {
      source,
      title: place,
      quote: quoted,
      ...(objectId && { objectId }),
      ...(documentId && { documentId }),
      ...(page !== undefined && { page }),
    },
  };
}

/** The keywords of a question, with synonyms that reports use. */
const keywordsOf = (question: string): ReadonlySet<string> =>
  new Set([question, ...relatedTerms(question)].flatMap((text) => [...keywords(text)]));

/**
 * The part of a passage that matches the question best: whole sentences, verbatim. Of equally good parts, the first; a
 * sentence that is too long is cut between words.
 */
export function bestExcerpt(text: string, wanted: ReadonlySet<string>, characters: number): string {
  if (text.length <= characters) return text;
  let best = { start: 0, end: 0, score: -1 };
  const spans = sentenceSpans(text);
  for (const [index, { start }] of spans.entries()) {
    const end = spans.slice(index).findLast((span) => span.end - start <= characters)?.end;
    if (end === undefined) continue;
    const score = countWanted(text.slice(start, end), wanted);
    if (score > best.score) best = { start, end, score };
  }
  if (best.end > 0 && (best.score > 0 || countWanted(text, wanted) === 0)) return text.slice(best.start, best.end);
  return cutAtWords(text, firstMatchAt(text, wanted), characters);
}

function sentenceSpans(text: string): { start: number; end: number }[] {
  let end = 0;
  return sentences(text).map((sentence) => {
    const start = text.indexOf(sentence, end);
    end = start + sentence.length;
    return { start, end };
  });
}

function countWanted(text: string, wanted: ReadonlySet<string>): number {
  let count = 0;
  for (const word of keywords(text)) if (wanted.has(word)) count++;
  return count;
}

function firstMatchAt(text: string, wanted: ReadonlySet<string>): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (countWanted(word, wanted) > 0) return index;
  }
  return 0;
}

function cutAtWords(text: string, from: number, characters: number): string {
  const part = text.slice(from, from + characters);
  const space = part.lastIndexOf(' ');
  const isWhole = from + characters >= text.length;
  return (isWhole || space <= 0 ? part : part.slice(0, space)).toWellFormed();
}

const escapeMarkdown = (text: string) => text.replace(/[*_`[\]<>]/g, '\\$&');
