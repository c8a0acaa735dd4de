import type OpenAI from 'openai';
import { CitationCollector } from './openai-citations';
import type { HostedTool } from './openai-endpoint';
import { answerTooLong, contentFiltered, fromVendorError } from './openai-errors';
import { appendText, listOf, numberOf, objectOf, stringOf, type WireObject, type WireReader } from './openai-wire';
import type { ModelEvent, ModelRequest } from './types';

type Activity = Extract<ModelEvent, { type: 'activity' }>['activity'];

export function responsesBody(model: string, request: ModelRequest, tools: readonly HostedTool[]) {
  const body: OpenAI.Responses.ResponseCreateParamsStreaming = {
    model,
    // As a message and not as `instructions`, which xAI has long refused.
    input: [{ role: 'system', content: request.instructions }, ...request.turns.map(asInput)],
    stream: true,
    store: false,
  };
  // `x_search` is xAI's and unknown to the SDK's types.
  if (tools.length > 0) body.tools = [...tools] as unknown as OpenAI.Responses.Tool[];
  return body;
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
    const annotations = listOf(response.output).flatMap((item) =>
      listOf(objectOf(item).content).flatMap((part) => listOf(objectOf(part).annotations)),
    );
    this.closingEvents = this.citations.late(annotations);
    const usage = objectOf(response.usage);
    const inputTokens = numberOf(usage.input_tokens);
    const outputTokens = numberOf(usage.output_tokens);
    if (inputTokens === undefined || outputTokens === undefined) return;
    this.closingEvents.push({ type: 'usage', usage: { inputTokens, outputTokens } });
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

function activityOf(item: WireObject): Activity | undefined {
  const type = stringOf(item.type) ?? '';
  if (!type.endsWith('_call')) return undefined;
  const name = type === 'custom_tool_call' || type === 'function_call' ? (stringOf(item.name) ?? '') : type;
  if (name.startsWith('x_')) return { kind: 'x_search', label: 'Searching X', state: 'running' };
  if (name.startsWith('web_search') || name.startsWith('browse_page'))
    return { kind: 'web_search', label: 'Searching the web', state: 'running' };
  if (name.startsWith('file_search') || name.startsWith('collections_search'))
    return { kind: 'collection_search', label: 'Searching collections', state: 'running' };
  return { kind: 'tool', label: 'Using a tool', state: 'running' };
}
