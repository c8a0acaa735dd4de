/**
 * Splits a JSON array into its elements, or returns the single object, so that a file of any size needs only the memory
 * of its largest conversation. Only finds the bounds of each element; JSON.parse validates its content.
 */
import { ImportProblem } from './import-problem';

/** The bytes of one element, or why it was skipped. */
export type JsonElement = { bytes: Buffer } | { leftOut: 'too large' | 'too deep' };

export interface ElementBounds {
  bytes: number;
  depth: number;
}

const code = { quote: 0x22, backslash: 0x5c, comma: 0x2c, open: 0x5b, close: 0x5d, brace: 0x7b, endBrace: 0x7d };
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export async function* jsonElements(chunks: AsyncIterable<Buffer>, bounds: ElementBounds): AsyncGenerator<JsonElement> {
  const scanner = new Scanner(bounds);
  for await (const chunk of chunks) yield* scanner.scan(chunk);
  scanner.end();
}

class Scanner {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** 'one': the text is a single object. */
  private shape: 'unknown' | 'array' | 'one' | 'ended' = 'unknown';
  private parts: Buffer[] = [];
  private bytes = 0;
  private isTooDeep = false;

  constructor(private readonly bounds: ElementBounds) {}

  *scan(chunk: Buffer): Generator<JsonElement> {
    let start = this.depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.depth === 0) {
        if (this.isBetween(byte)) continue;
        start = at;
        this.depth = 1;
      } else if (this.closes(byte)) {
        this.keep(chunk.subarray(start, at + 1));
        start = -1;
        yield this.take();
      }
    }
    if (start >= 0) this.keep(chunk.subarray(start));
  }

  end(): void {
    if (this.shape !== 'ended') throw new ImportProblem(this.shape === 'unknown' ? 'not json' : 'cut off');
  }

  /** Handles a byte between elements. */
  private isBetween(byte: number): boolean {
    if (isSpace(byte)) return true;
    if (this.shape === 'unknown' && byte === code.open) {
      this.shape = 'array';
      return true;
    }
    if (this.shape === 'array' && byte === code.comma) return true;
    if (this.shape === 'array' && byte === code.close) {
      this.shape = 'ended';
      return true;
    }
    if (byte !== code.brace || this.shape === 'ended') throw new ImportProblem('not json');
    if (this.shape === 'unknown') this.shape = 'one';
    return false;
  }

  /** Whether the element ends with this byte. */
  private closes(byte: number): boolean {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === code.backslash) this.isEscaped = true;
      else if (byte === code.quote) this.isInText = false;
      return false;
    }
    if (byte === code.quote) this.isInText = true;
    else if (byte === code.brace || byte === code.open) {
      this.depth++;
      if (this.depth > this.bounds.depth) this.isTooDeep = true;
    } else if (byte === code.endBrace || byte === code.close) this.depth--;
    return this.depth === 0;
  }

  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes > this.bounds.bytes || this.isTooDeep) this.parts = [];
    else this.parts.push(part);
  }

  private take(): JsonElement {
    const { bytes, isTooDeep, parts } = this;
    this.parts = [];
    this.bytes = 0;
    this.isTooDeep = false;
    if (this.shape === 'one') this.shape = 'ended';
    if (bytes > this.bounds.bytes) return { leftOut: 'too large' };
    return isTooDeep ? { leftOut: 'too deep' } : { bytes: Buffer.concat(parts) };
  }
}
