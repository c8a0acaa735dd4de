import type OpenAI from 'openai';
import { CitationCollector } from './openai-citations';
import { answerTooLong, contentFiltered, fromVendorError } from './openai-errors';
import { appendText, listOf, numberOf, objectOf, stringOf, type WireObject, type WireReader } from './openai-wire';
import type { ModelEvent, ModelRequest } from './types';

export function chatBody(model: string, request: ModelRequest) {
  const body: OpenAI.Chat.ChatCompletionCreateParamsStreaming = {
    model,
    messages: [{ role: 'system', content: request.instructions }, ...request.turns.map(asMessage)],
    stream: true,
    stream_options: { include_usage: true },
  };
  return body;
}

function asMessage({ role, content, images = [] }: ModelRequest['turns'][number]) {
  if (role === 'assistant' || images.length === 0) return { role, content };
  const pictures = images.map(({ type, base64 }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${type};base64,${base64}` },
  }));
  return { role, content: [{ type: 'text' as const, text: content }, ...pictures] };
}

/** Chat completions as Ollama, vLLM, LM Studio and gateways speak them. */
export class ChatReader implements WireReader {
  isFinished = false;
  isComplete = false;
  private readonly citations = new CitationCollector();
  private usage: ModelEvent | undefined;

  constructor(private model: string) {}

  markDone(): void {
    this.isFinished = true;
    this.isComplete = true;
  }

  read(data: WireObject, out: ModelEvent[]): void {
    if (data.error)
      throw fromVendorError(typeof data.error === 'string' ? { message: data.error } : objectOf(data.error));
    this.model = stringOf(data.model) || this.model;
    this.citations.addSeen(data.citations);
    this.readUsage(objectOf(data.usage));
    const choice = objectOf(listOf(data.choices)[0]);
    const delta = objectOf(choice.delta);
    const text = stringOf(delta.content) ?? stringOf(delta.refusal);
    if (text) {
      this.citations.addText(text);
      appendText(out, text);
    }
    for (const annotation of listOf(delta.annotations)) {
      const citation = this.citations.annotation(annotation);
      if (citation) out.push(citation);
    }
    if (choice.finish_reason === 'length') throw answerTooLong();
    if (choice.finish_reason === 'content_filter') throw contentFiltered();
    // Usage and [DONE] may follow.
    if (choice.finish_reason) this.isFinished = true;
  }

  closing(): ModelEvent[] {
    return [...this.citations.fromText(), ...(this.usage ? [this.usage] : []), { type: 'done', model: this.model }];
  }

  private readUsage(usage: WireObject): void {
    const inputTokens = numberOf(usage.prompt_tokens);
    const outputTokens = numberOf(usage.completion_tokens);
    if (inputTokens === undefined || outputTokens === undefined) return;
    this.usage = { type: 'usage', usage: { inputTokens, outputTokens } };
  }
}
