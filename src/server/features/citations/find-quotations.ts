/** Finds quotations in the Markdown of an answer: text in quotation marks and block quotes. */
import { blockQuotes } from './block-quotes';
import { codeRanges, isInside } from './code-ranges';
import type { Span } from './fold-text';
import { plainText } from './plain-text';
import { hasSeveralSpacelessWords } from './spaceless-scripts';

export interface Quotation {
  /** The words without Markdown and quotation marks. */
  text: string;
  /** Span in the answer, including the quotation marks. */
  start: number;
  end: number;
  /** The source named by a block quote. */
  attribution?: string;
}

/** Shorter ones are names and figures of speech. */
const minCharacters = 12;
const maxCharacters = 4000;
const maxQuotations = 60;

/** Maps opening quotation marks to their closing marks. */
const pairs: Record<string, string> = {
  '“': '”',
  '„': '“”',
  '”': '”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
  '‘': '’',
  '‚': '‘’',
  '"': '"',
  "'": "'",
};

export function findQuotations(answer: string): Quotation[] {
  const blocks = blockQuotes(answer);
  const skipped = [...codeRanges(answer), ...blocks].sort((a, b) => a.start - b.start);
  const found: Quotation[] = [];
  for (const { start, end, text, attribution } of blocks) {
    const words = plainText(withoutMarks(text));
    if (isQuotation(words)) found.push({ text: words, start, end, ...(attribution && { attribution }) });
  }
  for (const { start, end } of markedQuotations(answer, isInside(skipped))) {
    const words = plainText(withoutRepeatedMarks(answer.slice(start + 1, end - 1)));
    if (isQuotation(words)) found.push({ text: words, start, end });
  }
  return found.sort((a, b) => a.start - b.start).slice(0, maxQuotations);
}

function isQuotation(text: string): boolean {
  if (text.length > maxCharacters) return false;
  if (text.length >= minCharacters && /[^\s]\s+[^\s]/.test(text)) return true;
  return hasSeveralSpacelessWords(text);
}

/**
 * Outermost pairs of quotation marks. The nearest closing mark is cached, so the text is scanned once per kind of mark.
 */
function* markedQuotations(answer: string, isSkipped: (at: number) => boolean): Generator<Span> {
  const closing = new ClosingMarks(answer, isSkipped);
  const openings = /[“„”«»‹›「『‘‚"']/g;
  for (let match = openings.exec(answer); match; match = openings.exec(answer)) {
    const { index } = match;
    if (isSkipped(index) || !opensAt(answer, index)) continue;
    const end = closing.after(index);
    if (end === undefined || end - index > maxCharacters) continue;
    const isUnclosed = hasOpening(answer, index, end);
    if (isUnclosed) continue;
    yield { start: index, end: end + 1 };
    openings.lastIndex = end + 1;
  }
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

/** A mark that can also close, or be an apostrophe, only opens before a word and not after one. */
function opensAt(answer: string, at: number): boolean {
  const mark = answer.charAt(at);
  if ('“„«「『‚‹'.includes(mark)) return true;
  return !wordCharacter.test(answer.charAt(at - 1)) && /\S/.test(answer.charAt(at + 1) || ' ');
}

/**
 * Another opening mark of the same kind before the end, other than one that continues the quotation in a new paragraph.
 */
function hasOpening(answer: string, start: number, end: number): boolean {
  const mark = answer.charAt(start);
  if (!'“„«「『‚‹‘'.includes(mark)) return false;
  for (let at = answer.indexOf(mark, start + 1); at >= 0 && at < end; at = answer.indexOf(mark, at + 1)) {
    if (!/\n\s*$/.test(answer.slice(Math.max(0, at - 4), at))) return true;
  }
  return false;
}

class ClosingMarks {
  private readonly next = new Map<string, number>();

  constructor(
    private readonly answer: string,
    private readonly isSkipped: (at: number) => boolean,
  ) {}

  after(start: number): number | undefined {
    const mark = this.answer.charAt(start);
    const closers = [...(pairs[mark] ?? '')].map((closer) => this.nextOf(mark, closer, start + 1));
    const nearest = Math.min(...closers);
    return Number.isFinite(nearest) ? nearest : undefined;
  }

  private nextOf(mark: string, closer: string, from: number): number {
    const key = mark + closer;
    const known = this.next.get(key) ?? -1;
    if (known >= from) return known;
    let at = this.answer.indexOf(closer, from);
    while (at >= 0 && (this.isSkipped(at) || !this.closesAt(mark, closer, at)))
      at = this.answer.indexOf(closer, at + 1);
    const place = at < 0 ? Number.POSITIVE_INFINITY : at;
    this.next.set(key, place);
    return place;
  }

  /**
   * Apostrophes within words and straight opening marks close nothing. Straight quotations end with their paragraph.
   */
  private closesAt(mark: string, closer: string, at: number): boolean {
    const { answer } = this;
    if (closer === '’' || closer === "'" || closer === '"')
      return !wordCharacter.test(answer.charAt(at + 1)) && /\S/.test(answer.charAt(at - 1));
    return closer !== mark || /\S/.test(answer.charAt(at - 1));
  }
}

/** A block quote may also have quotation marks. */
function withoutMarks(text: string): string {
  const trimmed = text.trim();
  const closers = pairs[trimmed.charAt(0)];
  return closers?.includes(trimmed.charAt(trimmed.length - 1)) ? trimmed.slice(1, -1) : text;
}

/** Each paragraph of a long quotation repeats the opening mark. */
const withoutRepeatedMarks = (text: string): string => text.replace(/(\n\s{0,4})[“„«"]/g, '$1');
