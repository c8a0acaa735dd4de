import { Transform, type TransformCallback } from 'node:stream';
import { chatUsageOf, objectOf, usageOfChunk } from '~/server/providers/llm/openai-wire';
import { SseDecoder } from '~/server/providers/llm/sse';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { writtenIn } from './completion-usage';

/** The token usage reported by a chat completion or a chunk. */
export const usageIn = (body: unknown): AnswerUsage | undefined => chatUsageOf(usageOfChunk(objectOf(body)));

/**
 * Forwards the events of an answer and reads its usage, which is always requested, but only forwarded if the caller
 * requested it.
 */
export class RelayStream extends Transform {
  usage: AnswerUsage | undefined;
  /** The output so far, needed if no usage is reported. */
  written = '';
  private readonly decoder = new SseDecoder();

  constructor(
    private readonly wantsUsage: boolean,
    private readonly keepsText: boolean,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pass(this.decoder.push(chunk));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.pass(this.decoder.end());
    done();
  }

  private pass(events: string[]): void {
    for (const data of events) {
      if (this.keepsText && !this.usage) this.written += writtenIn(parse(data));
      if (this.isForCaller(data)) this.push(`data: ${data}\n\n`);
    }
  }

  private isForCaller(data: string): boolean {
    if (!data.includes('"usage"')) return true;
    const chunk = parse(data);
    const usage = usageIn(chunk);
    this.usage = usage ?? this.usage;
    const { choices } = objectOf(chunk);
    const isOnlyUsage = usage !== undefined && Array.isArray(choices) && choices.length === 0;
    return this.wantsUsage || !isOnlyUsage;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
