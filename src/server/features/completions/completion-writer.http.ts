/** Writes an answer as a chat completion, whole or in chunks. */
import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { beginStream, keepAlive } from './event-response.http';

/** `error`, as OpenRouter names it: the answer failed after this text. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'error';

interface End {
  text: string;
  reasoning: string;
  citations: readonly Citation[];
  usage: AnswerUsage | undefined;
  finish: FinishReason;
  error?: { message: string; code: string };
}

export class CompletionWriter {
  private readonly base: { id: string; created: number; model: string };
  private hasRole = false;
  /** Text that the model recalled after it was streamed: its place in the text that remains, and its length. */
  private recalled: { from: number; characters: number }[] = [];

  constructor(
    private readonly response: Response,
    private readonly options: { model: string; isStream: boolean; wantsUsage: boolean },
  ) {
    const created = Math.floor(Date.now() / 1000);
    this.base = { id: `chatcmpl-${randomUUID()}`, created, model: options.model };
    if (options.isStream) keepAlive(response);
  }

  /** Whether part of the response was already sent. */
  get hasBegun(): boolean {
    return this.response.headersSent;
  }

  text(content: string): void {
    this.delta({ content });
  }

  reasoning(thought: string): void {
    this.delta({ reasoning_content: thought });
  }

  /** Streamed text can't be withdrawn, so positions in the text that follows it are moved. */
  recall(from: number, characters: number): void {
    const earlier = this.recalled.map((one) => ({ ...one, from: Math.min(one.from, from) }));
    this.recalled = [...earlier, { from, characters }];
  }

  end({ text, reasoning, citations, usage, finish, error }: End): void {
    const annotations = citations.map((citation) =>
      toAnnotation(this.options.isStream ? this.moved(citation) : citation),
    );
    const counted = usage && { usage: toUsage(usage) };
    if (this.options.isStream) {
      if (annotations.length > 0) this.delta({ annotations });
      this.chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
      if (this.options.wantsUsage && counted) this.chunk({ choices: [], ...counted });
      this.response.end('data: [DONE]\n\n');
      return;
    }
    const message = {
      role: 'assistant',
      content: text,
      refusal: null,
      ...(annotations.length > 0 && { annotations }),
      ...(reasoning !== '' && { reasoning_content: reasoning }),
    };
    const choices = [{ index: 0, message, finish_reason: finish, logprobs: null, ...(error && { error }) }];
    this.response.status(200).json({ ...this.base, object: 'chat.completion', choices, ...counted });
  }

  /** For an answer that has already begun. */
  fail(message: string, code: string): void {
    this.response.end(`data: ${JSON.stringify({ error: { message, type: 'api_error', param: null, code } })}\n\n`);
  }

  private moved(citation: Citation): Citation {
    const { start, end } = citation;
    const after = (isAfter: (from: number) => boolean) =>
      this.recalled.reduce((sum, { from, characters }) => (isAfter(from) ? sum + characters : sum), 0);
    return {
      ...citation,
      ...(start !== undefined && { start: start + after((from) => from <= start) }),
      ...(end !== undefined && { end: end + after((from) => from < end) }),
    };
  }

  private delta(delta: object): void {
    if (!this.options.isStream) return;
    const role = this.hasRole ? {} : { role: 'assistant' };
    this.hasRole = true;
    this.chunk({ choices: [{ index: 0, delta: { ...role, ...delta }, finish_reason: null }] });
  }

  private chunk(more: object): void {
    const { response, base } = this;
    beginStream(response);
    response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...more })}\n\n`);
  }
}

const toUsage = ({ inputTokens, outputTokens, reasoningTokens, cachedTokens }: AnswerUsage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  ...(cachedTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedTokens } }),
});

/** Web pages in OpenAI's format, and documents of collections in the same way. */
function toAnnotation({ source, url, title, start, end, quote, documentId, page, check }: Citation) {
  const place = { ...(start !== undefined && { start_index: start }), ...(end !== undefined && { end_index: end }) };
  if (url !== undefined) return { type: 'url_citation', url_citation: { url, title: title ?? source, ...place } };
  const document = { document_id: documentId, filename: source, page, quote, verdict: check?.verdict };
  return { type: 'file_citation', file_citation: { ...document, ...place } };
}
