/**
 * Finds the sentences at which an answer cites web pages. Models cite in several ways: a number or a link after the
 * sentence, a link within it, or the range of the sentence itself.
 */
import { findQuotations } from '~/server/features/citations/find-quotations';
import type { Span } from '~/server/features/citations/fold-text';
import { joinedByQuotations, sentenceEndsIn } from '~/server/features/citations/sentence-ends';
import { tableHeads } from '~/server/features/citations/table-heads';
import type { Citation } from '~/shared/schemas/citations';
import { markedParts } from './sentence-parts';

/** The part of a sentence that a mark belongs to: in the answer, and in the sentence's text. */
export interface OwnPart extends Span {
  inText: Span;
}

export interface CitedSentence {
  /** Without citation marks. */
  text: string;
  /** The first row of the table that the sentence is a row of. */
  head?: string;
  /** Offset in the answer. */
  start: number;
  end: number;
  /** Only of a sentence with figures of several marks. Its other parts belong to other sources. */
  own?: OwnPart;
}

/** A citation that covers more sentences than this covers the whole answer. */
const maxPerCitation = 12;

export class CitedAnswer {
  readonly sentences: readonly CitedSentence[];
  private readonly text: string;
  private readonly quotations: readonly Span[];
  private parts: ReadonlyMap<string, CitedSentence> | undefined;

  constructor(
    private readonly answer: string,
    private readonly citations: readonly Citation[],
  ) {
    this.text = withoutMarks(answer, citations);
    this.quotations = findQuotations(this.text);
    const ranges = joinedByQuotations(sentenceRanges(this.text), this.quotations);
    const headAt = tableHeads(this.text);
    this.sentences = ranges.map(({ start, end }) => {
      const head = headAt(start);
      return { start, end, text: withoutGaps(this.text.slice(start, end)), ...(head !== undefined && { head }) };
    });
  }

  /** The sentences that a citation covers, with the part of its mark; empty if it has no position. */
  at(citation: Citation): CitedSentence[] {
    this.parts ??= this.readParts();
    const part = this.parts.get(keyOf(citation));
    return part ? [part] : this.sentencesAt(citation);
  }

  private sentencesAt({ start, end }: Pick<Citation, 'start' | 'end'>): CitedSentence[] {
    if (start === undefined || end === undefined || end < start) return [];
    const overlapping = this.sentences.filter((sentence) => sentence.start < end && start < sentence.end);
    if (overlapping.length > 0) return overlapping.slice(-maxPerCitation);
    // A mark after a sentence belongs to it; a mark at the start of a line belongs to the text that follows.
    const before = this.sentences.findLast((sentence) => sentence.end <= start);
    const after = this.sentences.find((sentence) => sentence.start >= end);
    return before ? [before] : after ? [after] : [];
  }

  /** The sentences with figures of several marks, by mark. */
  private readParts(): Map<string, CitedSentence> {
    const marksOf = new Map<CitedSentence, Span[]>();
    for (const { start, end } of this.citations) {
      if (start === undefined || end === undefined || !this.isMark({ start, end })) continue;
      const [sentence, ...others] = this.sentencesAt({ start, end });
      if (!sentence || others.length > 0) continue;
      const marks = marksOf.get(sentence);
      if (marks) marks.push({ start, end });
      else marksOf.set(sentence, [{ start, end }]);
    }
    const parts = new Map<string, CitedSentence>();
    for (const [sentence, marks] of marksOf)
      for (const { start, end, marks: own } of markedParts(this.text, sentence, marks, this.quotations)) {
        const inText = { start: this.offsetIn(sentence, start), end: this.offsetIn(sentence, end) };
        for (const mark of own) parts.set(keyOf(mark), { ...sentence, own: { start, end, inText } });
      }
    return parts;
  }

  /** Whether a citation is a mark, or a link whose text is part of the sentence, and not a range of the text. */
  private isMark({ start, end }: Span): boolean {
    if (start < 0 || end > this.text.length || end < start) return false;
    return !/\S/.test(this.text.slice(start, end)) || wholeLink.test(this.answer.slice(start, end));
  }

  /** The offset in the sentence's text of an offset in the answer. */
  private offsetIn({ start, end }: CitedSentence, at: number): number {
    return withoutGaps(this.text.slice(start, Math.min(at, end))).length;
  }
}

const keyOf = ({ start, end }: Pick<Citation, 'start' | 'end'>): string => `${start} ${end}`;
const wholeLink = /^\[[^[\]]{0,500}\]\(https?:\/\/\S{1,2200}\)$/;

/** Removes the gaps left by marks within a sentence. */
const withoutGaps = (text: string): string =>
  text
    .replace(/[^\S\n]{2,}/g, (gap, at: number) =>
      /[.,;:!?。，、；：！？।]/.test(text.charAt(at + gap.length)) ? '' : ' ',
    )
    .trim();

const bareMark = /^(?:\s|\[\[?\d{1,3}\]?\]|\[?\^\d{1,3}\]?|【[^】]{0,80}】|[,;–-])*$/;
const link =
  /[(（]?\[([^[\]]{0,500})\]\((https?:\/\/[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)\)([)）]?)/g;
const numberLink = /\[\[\d{1,3}\]\]\((https?:\/\/[^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)\)/g;
const number = /\[\d{1,3}\](?![(:])|\[\^\d{1,3}\](?!:)|【(?:[^】†\n]{0,80}†[^】\n]{0,80}|[a-z\d:,. -]{0,80})】/g;

/** A figure of the sentence, not the number of a source. */
const amount = /\p{Nd}\s?[%‰％٪万萬亿億兆元円원]|\p{Sc}\s?\p{Nd}/u;
/** The text of a link that is only the number of a source, or a sign. */
const bareNumber = /^[^\p{L}\p{N}]*(?:\p{N}{1,3}[^\p{L}\p{N}]*)?$/u;

/** Replaces citation marks with blanks, so that all offsets stay the same. */
function withoutMarks(answer: string, citations: readonly Citation[]): string {
  const names = new Set(citations.flatMap(({ title, source }) => [title ?? source, source]));
  const blank = (whole: string) => ' '.repeat(whole.length);
  const text = answer
    .replace(numberLink, blank)
    .replace(link, (whole: string, words: string, url: string, closing: string) => {
      const isBracketed = /^[(（]/.test(whole) && closing !== '';
      const site = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
      const isMark = (isBracketed || bareNumber.test(words)) && !amount.test(words);
      if (isMark || names.has(words) || words.includes(site)) return blank(whole);
      // The text of a link within a sentence is part of the sentence.
      const at = whole.indexOf('[') + 1;
      return `${' '.repeat(at)}${words}${' '.repeat(whole.length - at - words.length - closing.length)}${closing}`;
    })
    .replace(number, blank);
  return withoutLinkOnlyMarks(text, citations);
}

/** Some providers return the range of the mark itself, in any format. */
function withoutLinkOnlyMarks(text: string, citations: readonly Citation[]): string {
  let rest = text;
  for (const { start, end } of citations) {
    if (start === undefined || end === undefined || start < 0 || end > text.length || end - start > 100) continue;
    const mark = rest.slice(start, end);
    if (/\S/.test(mark) && bareMark.test(mark)) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}

function sentenceRanges(text: string): Span[] {
  const ranges: Span[] = [];
  const add = (start: number, end: number) => {
    const words = text.slice(start, end);
    if (/[\p{L}\p{N}]/u.test(words)) ranges.push({ start: start + words.search(/\S/), end });
  };
  let at = 0;
  for (const line of text.split('\n')) {
    let from = 0;
    for (const { end } of sentenceEndsIn(line)) {
      add(at + from, at + end);
      from = end;
    }
    if (from < line.length) add(at + from, at + line.length);
    at += line.length + 1;
  }
  return ranges;
}
