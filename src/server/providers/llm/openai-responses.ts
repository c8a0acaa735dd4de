import { recordOf } from '~/shared/is-record';
import { AnswerText } from './answer-text';
import type { EndpointMemory } from './endpoint-memory';
import { FoundFiles } from './found-files';
import { CitationCollector, type Source } from './openai-citations';
import { answerTooLong, contentFiltered, fromVendorError } from './openai-errors';
import {
  listOf,
  numberOf,
  stringOf,
  type ToolCall,
  usageOf,
  type VendorState,
  type WireObject,
  type WireReader,
} from './openai-wire';
import { isOwnCall, ResponsesActivities, sourcesOf } from './responses-activity';
import type { ModelError, ModelEvent } from './types';
import { type VendorError, vendorErrorIn } from './vendor-error';

const unnamed: VendorError = { message: '', code: 'server_error', status: undefined, param: undefined };

const isSealedThought = ({ type, encrypted_content }: WireObject) => type === 'reasoning' && Boolean(encrypted_content);

/** The Responses API of OpenAI, xAI and local servers. */
export class ResponsesReader implements WireReader {
  isFinished = false;
  readonly doubt = undefined;
  failure: ModelError | undefined;
  readonly calls: ToolCall[] = [];
  private readonly text: AnswerText;
  private readonly citations = new CitationCollector();
  private readonly files = new FoundFiles();
  private readonly activities: ResponsesActivities;
  /** All items in order, because reasoning is only accepted with the item that followed it. */
  private output: WireObject[] = [];
  /** Where the second and later parts of messages begin in the text of their message. */
  private readonly starts = new Map<string, number>();
  private lateAnnotations: { annotation: unknown; part: string; offset: number }[] = [];
  private usage: ModelEvent[] = [];

  constructor(
    private model: string,
    memory: EndpointMemory,
    sources: readonly Source[] = [],
    private readonly ownTools: ReadonlySet<string> = new Set(),
  ) {
    this.activities = new ResponsesActivities(ownTools);
    this.text = new AnswerText(memory);
    for (const { url, title } of sources) this.citations.see(url, title);
  }

  get isComplete(): boolean {
    return this.isFinished;
  }

  get vendorState(): VendorState {
    const hasThoughts = this.output.some(isSealedThought);
    if (!hasThoughts) return {};
    // Only those of our own calls that are run, because every call needs a result.
    const ids = new Set(this.calls.map(({ id }) => id));
    const isAnswered = ({ type, call_id }: WireObject) => type !== 'function_call' || ids.has(String(call_id));
    return {
      items: this.output.filter((item) => isAnswered(item) && (item.type !== 'reasoning' || isSealedThought(item))),
    };
  }

  markDone(): void {
    this.isFinished = true;
  }

  readWhole(data: WireObject, out: ModelEvent[]): void {
    const error = data.output === undefined ? vendorErrorIn(data) : undefined;
    if (error) throw fromVendorError(error);
    this.read({ type: `response.${stringOf(data.status) ?? 'completed'}`, response: data }, out);
  }

  read(data: WireObject, out: ModelEvent[]): void {
    switch (data.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        // Before the text, because a part begins where the text before it ends.
        this.startOf(data);
        this.text.push(stringOf(data.delta) ?? '', out, stringOf(data.item_id));
        return;
      case 'response.output_text.done':
        this.handleMissed(stringOf(data.text), stringOf(data.item_id), out, this.startOf(data));
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.text.addThought(stringOf(data.delta) ?? '', out);
        return;
      case 'response.reasoning_summary_part.added':
        if (this.text.reasoning !== '') this.text.addThought('\n\n', out);
        return;
      case 'response.output_text.annotation.added':
        this.cite(data.annotation, stringOf(data.item_id), out, this.startOf(data));
        return;
      case 'response.output_item.added':
        this.activities.start(recordOf(data.item), out);
        return;
      case 'response.custom_tool_call_input.done':
      case 'response.function_call_arguments.done':
        this.activities.learn(stringOf(data.item_id), { input: data.input ?? data.arguments }, out);
        return;
      case 'response.output_item.done':
        this.handleItem(recordOf(data.item), out);
        return;
      default:
        this.readEnd(data, out);
    }
  }

  closing(): ModelEvent[] {
    const events: ModelEvent[] = [];
    this.text.end(events);
    const hasAnnotations = this.citations.hasCited;
    for (const { annotation, part, offset } of hasAnnotations ? [] : this.lateAnnotations)
      this.cite(annotation, part, events, offset);
    this.files.ofText(this.text.shown, events);
    return [
      ...this.activities.endAll(),
      ...events,
      ...this.citations.fromText(this.text.shown),
      ...this.usage,
      { type: 'done', model: this.model },
    ];
  }

  private readEnd(data: WireObject, out: ModelEvent[]): void {
    const response = recordOf(data.response);
    switch (data.type) {
      case 'response.completed':
        this.complete(response, out);
        return;
      case 'response.incomplete': {
        this.complete(response, out);
        const { reason } = recordOf(response.incomplete_details);
        this.failure = reason === 'content_filter' ? contentFiltered() : answerTooLong();
        return;
      }
      case 'response.failed':
        throw fromVendorError(vendorErrorIn(response) ?? unnamed);
      case 'error':
        throw fromVendorError(vendorErrorIn(data) ?? unnamed);
      default: {
        // Some gateways send a plain error object within a stream.
        const error = data.type === undefined ? vendorErrorIn(data) : undefined;
        if (error) throw fromVendorError(error);
      }
    }
  }

  private complete(response: WireObject, out: ModelEvent[]): void {
    this.isFinished = true;
    this.model = stringOf(response.model) || this.model;
    this.citations.addSeen(response.citations);
    this.files.ofAddresses(response.citations, out);
    // Some servers announce an item only here.
    const output = listOf(response.output).map(recordOf);
    for (const item of output) this.handleItem(item, out);
    if (output.length > 0) this.output = output;
    const usage = recordOf(response.usage);
    const read = usageOf(
      usage.input_tokens,
      usage.output_tokens,
      recordOf(usage.output_tokens_details).reasoning_tokens,
      recordOf(usage.input_tokens_details).cached_tokens,
    );
    if (read) this.usage = [{ type: 'usage', usage: read }];
  }

  private handleItem(item: WireObject, out: ModelEvent[]): void {
    this.output.push(item);
    this.activities.end(item, out);
    this.files.ofItem(item, out);
    for (const { url, title } of sourcesOf(item)) this.citations.see(url, title);
    if (item.type === 'message') this.handleMessage(item, out);
    else if (item.type === 'reasoning') this.handleThought(item, out);
    else this.handleCall(item);
  }

  /** Adds text that no delta contained, and annotations that had no event, whose positions are in their own text. */
  private handleMessage(item: WireObject, out: ModelEvent[]): void {
    const part = stringOf(item.id) ?? '';
    let offset = 0;
    for (const content of listOf(item.content)) {
      const { text, refusal, annotations } = recordOf(content);
      const written = stringOf(text) ?? stringOf(refusal) ?? '';
      this.handleMissed(written, part, out, offset);
      for (const annotation of listOf(annotations)) this.lateAnnotations.push({ annotation, part, offset });
      offset += written.length;
    }
  }

  private startOf({ item_id, content_index }: WireObject): number {
    const number = numberOf(content_index);
    if (!number) return 0;
    const id = stringOf(item_id);
    const key = `${id} ${number}`;
    const start = this.starts.get(key) ?? this.text.lengthOf(id);
    this.starts.set(key, start);
    return start;
  }

  private handleMissed(text: string | undefined, part: string | undefined, out: ModelEvent[], offset = 0): void {
    if (text && !this.text.has(text, part, offset)) this.text.push(text, out, part);
  }

  private handleThought(item: WireObject, out: ModelEvent[]): void {
    if (this.text.reasoning === '') {
      const summary = [...listOf(item.summary), ...listOf(item.content)];
      const texts = summary.map((part) => stringOf(recordOf(part).text) ?? '');
      this.text.addThought(texts.filter(Boolean).join('\n\n'), out);
    }
  }

  private handleCall(item: WireObject): void {
    if (!isOwnCall(item, this.ownTools)) return;
    const id = stringOf(item.call_id) ?? stringOf(item.id) ?? `call_${this.calls.length}`;
    if (this.calls.some((call) => call.id === id)) return;
    this.calls.push({ id, name: stringOf(item.name) ?? '', input: stringOf(item.arguments) ?? '' });
  }

  private cite(annotation: unknown, part: string | undefined, out: ModelEvent[], offset = 0): void {
    const { shown } = this.text;
    const text = { shown, placeOf: (raw: number, id?: string) => this.text.placeOf(raw + offset, id) };
    const citation = this.citations.annotation(annotation, text, part);
    if (citation) out.push(citation);
    this.files.ofAnnotation(annotation, text, part, out);
  }
}
