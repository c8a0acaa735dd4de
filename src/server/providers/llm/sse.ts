import { StringDecoder } from 'node:string_decoder';
import { unreadable } from './openai-errors';

/** Characters of one event; images in an answer are a few megabytes. An endless line would fill the memory. */
const maxEvent = 32 * 1024 * 1024;

/**
 * Parses the `data` of server-sent events from bytes in chunks of any size. Feed it one chunk at a time; it returns the
 * completed events. Event names and ids are dropped, because both OpenAI protocols repeat them in the data. Not the
 * SDK's decoder, because that scans and copies the rest of the chunk for every event.
 */
export class SseDecoder {
  private readonly utf8 = new StringDecoder('utf8');
  /** The incomplete last line, in pieces: joining them at each chunk would take quadratic time for a long line. */
  private rest: string[] = [];
  private restLength = 0;
  private data: string | undefined;
  private afterCarriageReturn = false;
  private isFirst = true;

  /** Throws ModelError if an event is too long. */
  push(chunk: Uint8Array): string[] {
    const text = this.utf8.write(chunk as Buffer);
    const events: string[] = [];
    let start = 0;
    if (this.isFirst && text !== '') {
      if (text.charCodeAt(0) === byteOrderMark) start = 1;
      this.isFirst = false;
    }
    // A line end split between two chunks is one line end.
    if (this.afterCarriageReturn && text !== '') {
      if (text.charCodeAt(0) === lineFeed) start = 1;
      this.afterCarriageReturn = false;
    }
    // Checked once per chunk, because servers use carriage returns as line ends everywhere or nowhere.
    const hasCarriageReturn = text.includes('\r', start);
    for (;;) {
      const end = hasCarriageReturn ? findLineEnd(text, start) : text.indexOf('\n', start);
      if (end === -1) break;
      this.line(this.takeRest(text.slice(start, end)), events);
      start = end + 1;
      if (text.charCodeAt(end) === carriageReturn) {
        if (start === text.length) this.afterCarriageReturn = true;
        else if (text.charCodeAt(start) === lineFeed) start += 1;
      }
    }
    if (start < text.length) this.keepRest(text.slice(start));
    if (this.restLength + (this.data?.length ?? 0) > maxEvent) throw unreadable('an event without an end');
    return events;
  }

  /** Returns the last event if the stream ended without an empty line. */
  end(): string[] {
    const events: string[] = [];
    this.line(this.takeRest(this.utf8.end()), events);
    this.line('', events);
    return events;
  }

  private keepRest(text: string): void {
    this.rest.push(text);
    this.restLength += text.length;
  }

  private takeRest(tail: string): string {
    if (this.rest.length === 0) return tail;
    const line = this.rest.join('') + tail;
    this.rest = [];
    this.restLength = 0;
    return line;
  }

  private line(line: string, events: string[]): void {
    if (line === '') {
      if (this.data !== undefined) events.push(this.data);
      this.data = undefined;
    } else if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === space ? 6 : 5);
      this.data = this.data === undefined ? value : `${this.data}\n${value}`;
    }
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const byteOrderMark = 0xfeff;

function findLineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) return at;
  }
  return -1;
}
