import { Transform, type TransformCallback } from 'node:stream';
import { objectOf, usageOf } from '~/server/providers/llm/openai-wire';
import { SseDecoder } from '~/server/providers/llm/sse';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { writtenIn } from './completion-usage';

/** The tokens that a chat completion, or a chunk of one, reports. */
export function usageIn(body: unknown): AnswerUsage | undefined {
  const { prompt_tokens, completion_tokens, completion_tokens_details, prompt_tokens_details } = objectOf(
    objectOf(body).usage,
  );
  return usageOf(
    prompt_tokens,
    completion_tokens,
    objectOf(completion_tokens_details).reasoning_tokens,
    objectOf(prompt_tokens_details).cached_tokens,
  );
}

/** Passes the events of an answer on and notes its usage, which is always asked for and passed on only if it was wanted. */
export class RelayStream extends Transform {
  usage: AnswerUsage | undefined;
  /** What the model wrote until now, where it must be known if no usage comes. */
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
