import type OpenAI from 'openai';
import { CitationCollector } from './openai-citations';
import { answerTooLong, contentFiltered, fromVendorError } from './openai-errors';
import {
  appendText,
  listOf,
  noTools,
  numberOf,
  objectOf,
  stringOf,
  systemPromptWith,
  type ToolCall,
  type ToolRound,
  type ToolTalk,
  usageOf,
  type WireObject,
  type WireReader,
} from './openai-wire';
import type { ModelEvent, ModelRequest } from './types';

export function chatBody(model: string, request: ModelRequest, talk: ToolTalk = noTools) {
  const body: OpenAI.Chat.ChatCompletionCreateParamsStreaming = {
    model,
    messages: [
      { role: 'system', content: systemPromptWith(request, talk) },
      ...request.turns.map(asMessage),
      ...talk.rounds.flatMap(roundAsMessages),
    ],
    stream: true,
    stream_options: { include_usage: true },
  };
  const { effort, temperature, maxOutputTokens } = request.parameters ?? {};
  if (effort) body.reasoning_effort = effort;
  if (temperature !== undefined) body.temperature = temperature;
  if (maxOutputTokens) body.max_tokens = maxOutputTokens;
  if (talk.tools) {
    body.tools = talk.tools.list.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    if (!talk.mayCall) body.tool_choice = 'none';
  }
  return body;
}

function roundAsMessages({ text, calls, results }: ToolRound): OpenAI.Chat.ChatCompletionMessageParam[] {
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input },
  }));
  return [
    { role: 'assistant', content: text, tool_calls },
    ...calls.map(({ id }, index) => ({ role: 'tool' as const, tool_call_id: id, content: results[index] ?? '' })),
  ];
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
  /** By the index that the endpoint gives them; those without one are whole, one a chunk. */
  private readonly byIndex = new Map<number, { id: string; name: string; input: string }>();
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
    // Groq has it in a member of its own.
    this.readUsage(objectOf(data.usage ?? objectOf(data.x_groq).usage));
    const choice = objectOf(listOf(data.choices)[0]);
    const delta = objectOf(choice.delta);
    const text = stringOf(delta.content) ?? stringOf(delta.refusal);
    if (text) {
      this.citations.addText(text);
      appendText(out, text);
    }
    for (const call of listOf(delta.tool_calls)) this.takeCall(objectOf(call));
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

  get calls(): ToolCall[] {
    return [...this.byIndex.values()];
  }

  private takeCall(call: WireObject): void {
    const index = numberOf(call.index) ?? this.byIndex.size;
    const { name, arguments: input } = objectOf(call.function);
    const known = this.byIndex.get(index) ?? { id: `call_${index}`, name: '', input: '' };
    this.byIndex.set(index, {
      id: stringOf(call.id) || known.id,
      name: known.name + (stringOf(name) ?? ''),
      // Ollama's own format has them as an object.
      input:
        known.input + (typeof input === 'object' && input !== null ? JSON.stringify(input) : (stringOf(input) ?? '')),
    });
  }

  private readUsage(usage: WireObject): void {
    const read = usageOf(
      usage.prompt_tokens,
      usage.completion_tokens,
      objectOf(usage.completion_tokens_details).reasoning_tokens,
      // DeepSeek counts its cache in a member of its own.
      objectOf(usage.prompt_tokens_details).cached_tokens ?? usage.prompt_cache_hit_tokens,
    );
    if (read) this.usage = { type: 'usage', usage: read };
  }
}
