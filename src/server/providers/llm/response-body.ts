import { StringDecoder } from 'node:string_decoder';
import { SseDecoder } from './sse';

/** No valid non-streamed answer is longer. */
const maxCharacters = 16 * 1024 * 1024;

/**
 * The body of a response, interpreted by its first bytes and not by its content type: endpoints label a stream
 * text/plain, respond to a request for a stream with JSON, and report errors with a success status.
 */
export class ResponseBody {
  kind: 'stream' | 'json' | 'page' | undefined;
  private readonly events = new SseDecoder();
  private readonly utf8 = new StringDecoder('utf8');
  private readonly pieces: string[] = [];
  private length = 0;
  /** The bytes until the format is known. They may end within a character. */
  private unread: Buffer[] = [];

  /** Returns the completed events of a stream; empty for other formats. Throws ModelError if one is too long. */
  push(chunk: Buffer): string[] {
    if (this.kind === 'stream') return this.events.push(chunk);
    const text = this.utf8.write(chunk);
    this.length += text.length;
    if (this.length <= maxCharacters) this.pieces.push(text);
    if (this.kind) return [];
    if (this.length <= maxCharacters) this.unread.push(chunk);
    const all = this.pieces.join('');
    const start = all.trimStart();
    if (start === '') return [];
    this.kind = kindOf(start);
    const bytes = Buffer.concat(this.unread).subarray(Buffer.byteLength(all.slice(0, all.length - start.length)));
    this.unread = [];
    return this.kind === 'stream' ? this.events.push(bytes) : [];
  }

  end(): string[] {
    return this.kind === 'stream' ? this.events.end() : [];
  }

  /** The body if it is not a stream. */
  get text(): string {
    // trimStart also removes a byte order mark, which JSON.parse rejects.
    return this.pieces.join('').trimStart();
  }
}

function kindOf(start: string): 'stream' | 'json' | 'page' {
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  return start.startsWith('<') ? 'page' : 'stream';
}
