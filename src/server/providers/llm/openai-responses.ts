import type OpenAI from 'openai';
import { CitationCollector } from './openai-citations';
import type { HostedTool } from './openai-endpoint';
import { answerTooLong, contentFiltered, fromVendorError } from './openai-errors';
import {
  appendText,
  listOf,
  noTools,
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

type Activity = Extract<ModelEvent, { type: 'activity' }>['activity'];

export function responsesBody(
  model: string,
  request: ModelRequest,
  hosted: readonly HostedTool[],
  talk: ToolTalk = noTools,
) {
  const body: OpenAI.Responses.ResponseCreateParamsStreaming = {
    model,
    input: [
      // As a message and not as `instructions`, which xAI has long refused.
      { role: 'system', content: systemPromptWith(request, talk) },
      ...request.turns.map(asInput),
      ...talk.rounds.flatMap(roundAsInput),
    ],
    stream: true,
    store: false,
  };
  const { effort, temperature, maxOutputTokens } = request.parameters ?? {};
  if (effort) body.reasoning = { effort };
  if (temperature !== undefined) body.temperature = temperature;
  if (maxOutputTokens) body.max_output_tokens = maxOutputTokens;
  const own = (talk.tools?.list ?? []).map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    parameters,
    strict: false,
  }));
  // `x_search` is xAI's and unknown to the SDK's types.
  if (hosted.length + own.length > 0) body.tools = [...hosted, ...own] as unknown as OpenAI.Responses.Tool[];
  if (own.length > 0 && !talk.mayCall) body.tool_choice = 'none';
  return body;
}

/** Nothing is stored over there, so every round says again what was called and what came of it. */
function roundAsInput({ text, calls, results }: ToolRound): OpenAI.Responses.ResponseInputItem[] {
  return [
    ...(text === '' ? [] : [{ role: 'assistant' as const, content: text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'function_call' as const, call_id: id, name, arguments: input })),
    ...calls.map(({ id }, index) => ({
      type: 'function_call_output' as const,
      call_id: id,
      output: results[index] ?? '',
    })),
  ];
}

function asInput({ role, content, images = [] }: ModelRequest['turns'][number]): OpenAI.Responses.EasyInputMessage {
  if (images.length === 0) return { role, content };
  const pictures = images.map(({ type, base64 }) => ({
    type: 'input_image' as const,
    image_url: `data:${type};base64,${base64}`,
    detail: 'auto' as const,
  }));
  return { role, content: [{ type: 'input_text', text: content }, ...pictures] };
}

/** The Responses API as OpenAI, xAI and local servers speak it. */
export class ResponsesReader implements WireReader {
  isFinished = false;
  readonly calls: ToolCall[] = [];
  private readonly citations = new CitationCollector();
  private readonly running = new Map<string, Activity>();
  private closingEvents: ModelEvent[] = [];

  constructor(private model: string) {}

  get isComplete(): boolean {
    return this.isFinished;
  }

  markDone(): void {
    this.isFinished = true;
  }

  read(data: WireObject, out: ModelEvent[]): void {
    switch (data.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta': {
        const text = stringOf(data.delta) ?? '';
        this.citations.addText(text);
        appendText(out, text);
        return;
      }
      case 'response.output_text.annotation.added': {
        const citation = this.citations.annotation(data.annotation);
        if (citation) out.push(citation);
        return;
      }
      case 'response.output_item.added':
        this.startActivity(objectOf(data.item), out);
        return;
      case 'response.output_item.done':
        this.takeCall(objectOf(data.item));
        this.endActivity(objectOf(data.item), out);
        return;
      case 'response.completed':
        this.complete(objectOf(data.response));
        return;
      case 'response.incomplete': {
        const reason = objectOf(objectOf(data.response).incomplete_details).reason;
        throw reason === 'content_filter' ? contentFiltered() : answerTooLong();
      }
      case 'response.failed':
        throw fromVendorError(objectOf(objectOf(data.response).error));
      case 'error':
        throw fromVendorError(data.error ? objectOf(data.error) : data);
      default:
        // Some gateways send a bare error object in mid-stream.
        if (data.type === undefined && data.error) throw fromVendorError(objectOf(data.error));
    }
  }

  closing(): ModelEvent[] {
    return [
      ...[...this.running.values()].map((activity) => ended(activity)),
      ...this.citations.fromText(),
      ...this.closingEvents,
      { type: 'done', model: this.model },
    ];
  }

  private complete(response: WireObject): void {
    this.isFinished = true;
    this.model = stringOf(response.model) || this.model;
    this.citations.addSeen(response.citations);
    // Some servers announce an item only here.
    for (const item of listOf(response.output)) this.takeCall(objectOf(item));
    const annotations = listOf(response.output).flatMap((item) =>
      listOf(objectOf(item).content).flatMap((part) => listOf(objectOf(part).annotations)),
    );
    this.closingEvents = this.citations.late(annotations);
    const usage = objectOf(response.usage);
    const read = usageOf(
      usage.input_tokens,
      usage.output_tokens,
      objectOf(usage.output_tokens_details).reasoning_tokens,
      objectOf(usage.input_tokens_details).cached_tokens,
    );
    if (read) this.closingEvents.push({ type: 'usage', usage: read });
  }

  private takeCall(item: WireObject): void {
    if (!isOwnCall(item)) return;
    const id = stringOf(item.call_id) ?? stringOf(item.id) ?? `call_${this.calls.length}`;
    if (this.calls.some((call) => call.id === id)) return;
    this.calls.push({ id, name: stringOf(item.name) ?? '', input: stringOf(item.arguments) ?? '' });
  }

  private startActivity(item: WireObject, out: ModelEvent[]): void {
    const activity = activityOf(item);
    const id = stringOf(item.id);
    if (!activity || id === undefined || this.running.has(id)) return;
    this.running.set(id, activity);
    out.push({ type: 'activity', activity });
  }

  private endActivity(item: WireObject, out: ModelEvent[]): void {
    // xAI may announce a call only when it is over.
    this.startActivity(item, out);
    const id = stringOf(item.id) ?? '';
    const activity = this.running.get(id);
    if (!activity) return;
    this.running.delete(id);
    out.push(ended(activity));
  }
}

function ended(activity: Activity): ModelEvent {
  return { type: 'activity', activity: { ...activity, state: 'done' } };
}

/** Searches on the vendor's side may look like calls of functions too, and are over when they are told. */
const hostedNames = /^(x_|web_search|browse_page|file_search|collections_search)/;

function isOwnCall(item: WireObject): boolean {
  return item.type === 'function_call' && !hostedNames.test(stringOf(item.name) ?? '');
}

function activityOf(item: WireObject): Activity | undefined {
  const type = stringOf(item.type) ?? '';
  // Whoever runs our own tools tells of it.
  if (!type.endsWith('_call') || isOwnCall(item)) return undefined;
  const name = type === 'custom_tool_call' || type === 'function_call' ? (stringOf(item.name) ?? '') : type;
  if (name.startsWith('x_')) return { kind: 'x_search', label: 'Searching X', state: 'running' };
  if (name.startsWith('web_search') || name.startsWith('browse_page'))
    return { kind: 'web_search', label: 'Searching the web', state: 'running' };
  if (name.startsWith('file_search') || name.startsWith('collections_search'))
    return { kind: 'collection_search', label: 'Searching collections', state: 'running' };
  return { kind: 'tool', label: 'Using a tool', state: 'running' };
}
