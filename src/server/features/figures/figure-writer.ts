import type { AnswerRewriter } from '~/server/generation/prepared-answer';
import { lowerBound } from '~/shared/lower-bound';
import type { Citation } from '~/shared/schemas/citations';
import type { Figure } from './figures';

const opening = '[[fig:';
const reference = /^\[\[fig:([^\n]{0,60}?)\]\]/i;
/** An opening without an end within this length is not a reference. */
const longest = 70;
/** The part of an unfinished reference that can't be ordinary text. */
const fragment = /^\[\[fig:[\w.-]*\]?/i;
/** A sign, or a currency. */
const leading = /^(?:[+$€£-]|[A-Za-z]{3} (?=\d))/;
const spaceAtEnd = /[ \u00a0\u202f]$/;
const oneSpace = /^[ \u00a0\u202f]$/;
const percentSign = /^[ \u00a0\u202f]?%/;
const tailLength = 8;
/** Shown to readers if a model uses a reference that no tool returned. */
export const unknownFigure = '[unknown figure]';

/** A reference in the model's text, and the text that replaces it. */
export interface FigureSpan {
  from: number;
  to: number;
  start: number;
  end: number;
  /** Absent for a reference that no tool returned. */
  figure?: Figure;
}

/**
 * Fills in figures while an answer streams. A possible beginning of a reference is held back until it is complete or
 * ruled out, so that readers never see a partial one. A figure's time and source are added at its first use, and it is
 * cited there.
 */
export class FigureWriter implements AnswerRewriter {
  readonly spans: FigureSpan[] = [];
  hasUnknown = false;
  private buffer = '';
  private out = '';
  /** How much of the model's text is processed, and how long the output is. */
  private read = 0;
  private written = 0;
  /** The end of the output, long enough for a currency and a space. */
  private tail = '';
  private endsWithPercent = false;
  private readonly notedSources = new Set<string>();
  private citations: Citation[] = [];

  constructor(private readonly figures: { find(id: string): Figure | undefined }) {}

  push(text: string): string {
    // Fast path for nearly every token: nothing is held back, and no reference begins.
    if (this.buffer === '' && !this.endsWithPercent && !text.includes('[')) {
      this.read += text.length;
      this.noteWritten(text);
      return text;
    }
    this.buffer += text;
    return this.take(false);
  }

  end(): string {
    return this.take(true);
  }

  get hasCitations(): boolean {
    return this.citations.length > 0;
  }

  takeCitations(): Citation[] {
    return this.citations.splice(0);
  }

  /**
   * Maps an offset in the model's text to the output. A range that starts or ends within a reference covers the whole
   * figure.
   */
  placeOf(offset: number, isEnd = false): number {
    const span = this.lastSpanFrom(isEnd ? offset - 1 : offset);
    if (!span) return offset;
    if (offset >= span.to) return span.end + offset - span.to;
    return isEnd ? span.end : span.start;
  }

  /** The last span that starts at or before an offset of the model's text. */
  private lastSpanFrom(offset: number): FigureSpan | undefined {
    return this.spans[lowerBound(this.spans, ({ from }) => from <= offset) - 1];
  }

  private take(isEnd: boolean): string {
    while (this.buffer !== '') {
      const at = this.buffer.indexOf('[');
      const found = at === 0 ? reference.exec(this.buffer) : null;
      // A percent sign may follow.
      if (this.endsWithPercent && !isEnd && oneSpace.test(this.buffer)) break;
      if (at !== 0) this.copy(at < 0 ? this.buffer.length : at);
      else if (found) this.fill(found[0].length, (found[1] ?? '').trim());
      else if (!isEnd && this.mayBecomeReference()) break;
      else this.flushBuffer();
    }
    const { out } = this;
    this.out = '';
    return out;
  }

  private mayBecomeReference(): boolean {
    if (this.buffer.length < opening.length) return this.isOpening(this.buffer);
    const isOpened = this.isOpening(this.buffer.slice(0, opening.length));
    return isOpened && this.buffer.length <= longest && !this.buffer.includes('\n');
  }

  /** Whether the text is the opening of a reference, or the start of one. */
  private isOpening(text: string): boolean {
    return text.length <= opening.length && opening.startsWith(text.toLowerCase());
  }

  /** The text in the buffer is not a reference, or was cut off in its middle; such a fragment is dropped. */
  private flushBuffer(): void {
    const [broken] = fragment.exec(this.buffer) ?? [];
    const isCutOff = broken === this.buffer || (this.buffer.length > 2 && this.isOpening(this.buffer));
    if (isCutOff) this.drop(this.buffer.length);
    else if (broken) this.fill(broken.length, '');
    else this.copy(1);
  }

  private copy(length: number): void {
    const text = this.drop(length);
    const span = this.spans.at(-1);
    const [percent = ''] = (this.endsWithPercent && percentSign.exec(text)) || [];
    // The figure has its own sign, so the model's is removed together with the reference.
    if (span) span.to += percent.length;
    this.write(text.slice(percent.length));
    this.endsWithPercent = false;
  }

  private fill(length: number, id: string): void {
    const [from, start] = [this.read, this.written];
    this.drop(length);
    const figure = this.figures.find(id);
    if (figure) this.writeFigure(figure, start);
    else {
      this.hasUnknown = true;
      this.write(unknownFigure);
    }
    this.endsWithPercent = figure?.text.endsWith('%') ?? false;
    this.spans.push({ from, to: this.read, start, end: this.written, ...(figure && { figure }) });
  }

  private writeFigure({ text, note, source }: Figure, start: number): void {
    // Models often write "$[[fig:1]]", so a sign or currency that the text already has is dropped.
    this.write(text.slice(this.writtenPart(text)));
    if (this.notedSources.has(source)) return;
    this.notedSources.add(source);
    if (note) this.write(` (${note})`);
    this.citations.push({ source, start, end: this.written });
  }

  /** How much of the figure's sign or currency the output ends with. */
  private writtenPart(text: string): number {
    const [lead = ''] = leading.exec(text) ?? [];
    // In "2024-[[fig:1]]" and "[[fig:1]]-[[fig:2]]" it is a hyphen.
    if (lead === '-') return /(?<![\p{L}\p{N}%)])[-−]$/u.test(this.tail) ? 1 : 0;
    const name = lead.trimEnd();
    const written = lead === '+' ? this.tail : this.tail.replace(spaceAtEnd, '');
    if (name === '' || !written.endsWith(name)) return 0;
    return written === this.tail ? name.length : lead.length;
  }

  private write(text: string): void {
    this.out += text;
    this.noteWritten(text);
  }

  private noteWritten(text: string): void {
    this.written += text.length;
    this.tail = (this.tail + text.slice(-tailLength)).slice(-tailLength);
  }

  private drop(length: number): string {
    const text = this.buffer.slice(0, length);
    this.buffer = this.buffer.slice(length);
    this.read += length;
    return text;
  }
}
