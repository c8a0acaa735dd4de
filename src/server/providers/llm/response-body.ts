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

  /** Returns the completed events of a stream; empty for other formats. */
  push(chunk: Buffer): string[] {
    if (this.kind === 'stream') return this.events.push(chunk);
    const text = this.utf8.write(chunk);
    this.length += text.length;
    if (this.length <= maxCharacters) this.pieces.push(text);
    if (this.kind) return [];
    const start = this.text.trimStart();
    if (start === '') return [];
    this.kind = kindOf(start);
    return this.kind === 'stream' ? this.events.push(Buffer.from(start + this.utf8.end())) : [];
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
