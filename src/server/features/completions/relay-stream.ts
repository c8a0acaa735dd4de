import { Transform, type TransformCallback } from 'node:stream';
import { chatUsageOf, listOf, usageOfChunk } from '~/server/providers/llm/openai-wire';
import { SseDecoder } from '~/server/providers/llm/sse';
import { vendorErrorIn } from '~/server/providers/llm/vendor-error';
import { recordOf } from '~/shared/is-record';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { ReportedError } from './completion-errors.http';
import { writtenIn } from './completion-usage';

/** The token usage reported by a chat completion or a chunk. */
export const usageIn = (body: unknown): AnswerUsage | undefined => chatUsageOf(usageOfChunk(recordOf(body)));

/** The error in a chat completion or a chunk, at its top level or in a choice. */
export function reportedErrorIn(body: unknown): ReportedError | undefined {
  const { choices, error } = recordOf(body);
  const answers = listOf(choices).map(recordOf);
  const failed = answers.find((answer) => answer.error);
  const reported = answers.length > 0 ? vendorErrorIn({ error: error || failed?.error }) : vendorErrorIn(body);
  return reported && new ReportedError(reported);
}

/** The same chat completion or chunk with the errors that callers may read. */
export function withReportedError(body: unknown, { body: error }: ReportedError): object {
  const { choices, error: ofBody, ...rest } = recordOf(body);
  if (choices === undefined) return { error };
  const filtered = listOf(choices).map((choice) => (recordOf(choice).error ? { ...recordOf(choice), error } : choice));
  return { ...rest, choices: filtered, ...(ofBody !== undefined && { error }) };
}

/** A whole chat completion as the only chunk of a stream. */
export function asChunk(body: unknown): object {
  const choices = listOf(recordOf(body).choices).map((choice) => {
    const { message, ...rest } = recordOf(choice);
    const { tool_calls: calls, ...delta } = recordOf(message);
    const numbered = listOf(calls).map((call, index) => ({ index, ...recordOf(call) }));
    return { ...rest, delta: { ...delta, ...(numbered.length > 0 && { tool_calls: numbered }) } };
  });
  return { ...recordOf(body), object: 'chat.completion.chunk', choices };
}

/**
 * Forwards the events of an answer and reads its usage, which is always requested, but only forwarded if the caller
 * requested it. Errors are replaced, because they may contain the installation's key.
 */
export class RelayStream extends Transform {
  usage: AnswerUsage | undefined;
  /** The first error, if no output came before it. */
  failure: ReportedError | undefined;
  /** The output so far, needed if no usage is reported. */
  written = '';
  private hasBegun = false;
  private readonly decoder = new SseDecoder();

  constructor(
    private readonly wantsUsage: boolean,
    private readonly keepsText: boolean,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.pass(this.decoder.push(chunk));
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: TransformCallback): void {
    this.pass(this.decoder.end());
    done();
  }

  private pass(events: string[]): void {
    for (const data of events) {
      const needsText = !this.hasBegun || (this.keepsText && !this.usage);
      const chunk = needsText || mayMatter(data) ? parse(data) : undefined;
      if (needsText) this.keep(writtenIn(chunk));
      const error = reportedErrorIn(chunk);
      if (error && !this.hasBegun) this.failure ??= error;
      if (error) this.push(toEvent(JSON.stringify(withReportedError(chunk, error))));
      else if (this.isForCaller(chunk)) this.push(toEvent(data));
    }
  }

  private keep(written: string): void {
    this.hasBegun ||= written !== '';
    if (this.keepsText && this.written.length < maxWritten) this.written += written;
  }

  private isForCaller(chunk: unknown): boolean {
    const usage = usageIn(chunk);
    this.usage = usage ?? this.usage;
    const { choices } = recordOf(chunk);
    const isOnlyUsage = usage !== undefined && Array.isArray(choices) && choices.length === 0;
    return this.wantsUsage || !isOnlyUsage;
  }
}

/** Characters kept for an estimate, about a million tokens. */
const maxWritten = 4_000_000;

/** Whether a chunk may contain more than text. Most don't, and are not parsed. */
const mayMatter = (data: string) => !data.includes('"choices"') || data.includes('"usage"') || data.includes('"error"');
const toEvent = (data: string) => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
