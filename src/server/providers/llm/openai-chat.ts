import { recordOf } from '~/shared/is-record';
import { AnswerText } from './answer-text';
import { ChatCalls } from './chat-calls';
import { ChatThoughts, contentOf } from './chat-thoughts';
import type { EndpointMemory } from './endpoint-memory';
import { CitationCollector, type Source } from './openai-citations';
import { answerTooLong, contentFiltered, fromVendorError } from './openai-errors';
import {
  chatUsageOf,
  listOf,
  stringOf,
  type ToolCall,
  usageOfChunk,
  type VendorState,
  type WireObject,
  type WireReader,
} from './openai-wire';
import type { ModelError, ModelEvent } from './types';
import { vendorErrorIn } from './vendor-error';

const lengthReasons = /^(model_)?length$|^max_(output_)?tokens$/i;
/** z.ai and Anthropic report a full context window: because of the answer, or of the request if there is no answer. */
const windowReasons = /^model_context_window_exceeded$/i;
/** Gemini passes on its own names in capitals; `sensitive` is z.ai's, `refusal` Anthropic's. */
const filterReasons = /content.?filter|safety|recitation|prohibited_content|blocklist|spii|^sensitive$|^refusal$/i;
/** `network_error` is z.ai's, `insufficient_system_resource` DeepSeek's. */
const failureReasons = /error|abort|timeout|insufficient_system_resource/i;
/** An error of the model, which Gemini reports instead of the call. A retry usually succeeds. */
const malformedCall = /malformed_function_call|unexpected_tool_call/i;

const malformed = 'Malformed function call';

/** Chat completions of all vendors except OpenAI and xAI, with their variations. */
export class ChatReader implements WireReader {
  isFinished = false;
  isComplete = false;
  doubt: WireReader['doubt'];
  failure: ModelError | undefined;
  private readonly text: AnswerText;
  private readonly thoughts = new ChatThoughts();
  private readonly open = new ChatCalls();
  private readonly citations = new CitationCollector();
  private usage: ModelEvent | undefined;
  private hasAnnounced = false;
  /** Some text or a call has arrived: thoughts alone are not an answer. */
  private hasBegun = false;

  constructor(
    private model: string,
    memory: EndpointMemory,
    sources: readonly Source[] = [],
    options: { mayCall?: boolean } = {},
  ) {
    this.text = new AnswerText(memory, options);
    for (const { url, title } of sources) this.citations.see(url, title);
  }

  markDone(): void {
    this.isFinished = true;
    this.isComplete = true;
  }

  readWhole(data: WireObject, out: ModelEvent[]): void {
    this.read(data, out);
    this.markDone();
  }

  read(data: WireObject, out: ModelEvent[]): void {
    const choice = recordOf(listOf(data.choices)[0]);
    if (data.choices === undefined || data.error || choice.error) this.failOn(choice.error ? choice : data);
    this.model = stringOf(data.model) || this.model;
    if (data.citations || data.search_results) this.readSources(data, out);
    this.readUsage(usageOfChunk(data));
    // Endpoints without streaming, and some at the end of a stream, send a message instead of a delta.
    const delta = recordOf(choice.delta ?? choice.message);
    const { hasBegun, isFinished } = this;
    const hasContent = this.readContent(delta, out, choice.delta === undefined);
    const hasCalls = this.readCalls(delta);
    if (isFinished && (hasContent || hasCalls)) this.doubt = 'continued';
    for (const annotation of listOf(delta.annotations)) {
      const citation = this.citations.annotation(annotation, this.text);
      if (citation) out.push(citation);
    }
    if (!choice.finish_reason) return;
    this.finish(String(choice.finish_reason), choice);
    if (this.doubt || (!hasBegun && !this.failure)) this.doubt = 'early';
  }

  /** Returns whether there is any, thoughts included. */
  private readContent(delta: WireObject, out: ModelEvent[], isWhole: boolean): boolean {
    const { text, thought } = contentOf(delta.content ?? delta.refusal);
    const isRepetition = isWhole && this.text.shown !== '';
    const thinking = this.thoughts.take(delta, thought);
    if (isRepetition) return false;
    if (thinking !== '') this.text.addThought(thinking, out);
    if (text === '') return thinking !== '';
    const { google, vertex } = recordOf(delta.extra_content);
    if (recordOf(google ?? vertex).thought === true) this.text.addThought(text.replace(/<\/?thought>/g, ''), out);
    else {
      this.text.push(text, out);
      this.hasBegun = true;
    }
    return true;
  }

  private readCalls({ tool_calls, function_call }: WireObject): boolean {
    const calls = function_call ? [...listOf(tool_calls), { function: function_call }] : listOf(tool_calls);
    for (const call of calls) this.open.take(recordOf(call));
    this.hasBegun ||= calls.length > 0;
    return calls.length > 0;
  }

  private finish(reason: string, choice: WireObject): void {
    // Usage and [DONE] may follow, so the error is reported at the end.
    this.isFinished = true;
    if (lengthReasons.test(reason)) this.failure = answerTooLong();
    else if (windowReasons.test(reason)) this.failure = this.hasBegun ? answerTooLong() : fromReason(reason);
    else if (filterReasons.test(reason)) this.failure = contentFiltered();
    else if (malformedCall.test(reason)) this.failure = fromReason(reason, malformed);
    else if (failureReasons.test(reason)) {
      const error = vendorErrorIn(choice);
      this.failure = error ? fromVendorError(error) : fromReason(reason);
    }
  }

  closing(): ModelEvent[] {
    const events: ModelEvent[] = [];
    const isUnparsed = this.text.end(events, this.calls.length > 0);
    if (isUnparsed) this.failure ??= fromReason('malformed_function_call', malformed);
    return [
      ...events,
      ...this.citations.fromText(this.text.shown),
      ...(this.usage ? [this.usage] : []),
      { type: 'done', model: this.model },
    ];
  }

  get calls(): ToolCall[] {
    return this.open.list;
  }

  get vendorState(): VendorState {
    const members = this.thoughts.membersWith(this.text.shown);
    return members ? { members } : {};
  }

  private failOn(data: WireObject): void {
    const error = vendorErrorIn(data);
    if (error) throw fromVendorError(error);
  }

  /** Perplexity searches for every answer, and numbers the results. */
  private readSources(data: WireObject, out: ModelEvent[]): void {
    const results = listOf(data.search_results).map((result) => recordOf(result));
    this.citations.addNumbered(
      listOf(data.citations).length > 0 ? listOf(data.citations) : results.map(({ url }) => url),
      new Map(results.map(({ url, title }) => [stringOf(url) ?? '', stringOf(title)])),
    );
    if (this.hasAnnounced) return;
    this.hasAnnounced = true;
    const activity = { kind: 'web_search', label: 'Searching the web' } as const;
    out.push({ type: 'activity', activity: { ...activity, state: 'running' } });
    out.push({ type: 'activity', activity: { ...activity, state: 'done' } });
  }

  private readUsage(usage: WireObject): void {
    const read = chatUsageOf(usage);
    if (read) this.usage = { type: 'usage', usage: read };
  }
}

const fromReason = (code: string, message = '') =>
  fromVendorError({ message, code, status: undefined, param: undefined });
