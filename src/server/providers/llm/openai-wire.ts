import { recordOf, type UnknownRecord } from '~/shared/is-record';
import type { AnswerUsage } from '~/shared/schemas/messages';
import type { Effort } from './efforts';
import type { EndpointMemory, RequestPart } from './endpoint-memory';
import type { ModelError, ModelEvent, ModelRequest, ModelTools } from './types';

/**
 * Parses one answer's events of one protocol. `read` gets the parsed data of each event in order and appends model
 * events to `out`; `closing` returns the events that end the answer.
 */
export interface WireReader {
  read(data: WireObject, out: ModelEvent[]): void;
  /** Reads a complete answer from an endpoint that cannot stream. */
  readWhole(data: WireObject, out: ModelEvent[]): void;
  /** The vendor has sent the end of the answer; only extras (usage) may follow. */
  readonly isFinished: boolean;
  /** Nothing more is expected. */
  readonly isComplete: boolean;
  /**
   * Doubts about a reported end, because some endpoints report it with every chunk: `early` if no text came before it,
   * `continued` if text has followed it.
   */
  readonly doubt: 'early' | 'continued' | undefined;
  /** The stream's own end mark, `[DONE]`. */
  markDone(): void;
  /** The remaining events; `done` is the last one even if the answer failed. */
  closing(): ModelEvent[];
  /** Why the vendor ended the answer early. */
  readonly failure: ModelError | undefined;
  /** The calls of our own tools at the end of the answer; complete once it is finished. */
  readonly calls: readonly ToolCall[];
  /** Vendor-specific data to send back in the next round: thoughts, signatures. */
  readonly vendorState: VendorState;
}

/** Properties of the assistant's message in chat completions, all items in the Responses API. */
export interface VendorState {
  members?: WireObject;
  items?: readonly WireObject[];
}

/** A model's call of one of our tools. */
export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote it: usually valid JSON. */
  input: string;
  /** Vendor-specific data to send back with the call, such as Gemini's signature of the preceding thought. */
  extra?: unknown;
}

/** One round of an answer: its text, its calls and their results. */
export interface ToolRound {
  text: string;
  calls: readonly ToolCall[];
  /** One per call, in order. */
  results: readonly string[];
  vendorState: VendorState;
}

/** The parts of a request besides the message: our tools, the rounds so far, and the parts to leave out. */
export interface ToolContext {
  tools: ModelTools | undefined;
  /** How to use the tools, or their results once they can no longer be called. */
  toolInstructions: string | undefined;
  rounds: readonly ToolRound[];
  without: ReadonlySet<RequestPart>;
  /** The wanted effort, or the closest that the model accepts. */
  effort: Effort | undefined;
  memory: EndpointMemory;
}

/** Custom instructions come last, or a model would read the tool instructions as part of them. */
export function systemPromptWith(
  { systemPrompt, personalization }: ModelRequest,
  { toolInstructions }: Pick<ToolContext, 'toolInstructions'>,
): string {
  const rules = [systemPrompt, toolInstructions].filter(Boolean).join('\n');
  return [rules, personalization].filter(Boolean).join('\n\n');
}

/** An object of the wire protocol: endpoints omit different fields, so each one is checked before use. */
export type WireObject = UnknownRecord;

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The endpoint's token counts; undefined unless it counted both input and output. */
export function usageOf(input: unknown, output: unknown, reasoning: unknown, cached: unknown): AnswerUsage | undefined {
  const [inputTokens, outputTokens] = [tokensOf(input), tokensOf(output)];
  const [reasoningTokens, cachedTokens] = [tokensOf(reasoning), tokensOf(cached)];
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
  };
}

/** The largest count that the database can store. */
const maxTokens = 2 ** 31 - 1;

const tokensOf = (value: unknown) => {
  const tokens = numberOf(value);
  return tokens === undefined || tokens < 0 || tokens > maxTokens ? undefined : Math.round(tokens);
};

/**
 * The usage of a chat completion. Gemini and xAI count reasoning only in the total, where OpenAI has it among the
 * tokens of the completion. If they also report it in a field of its own, only that number is added.
 */
export function chatUsageOf(usage: WireObject): AnswerUsage | undefined {
  // DeepSeek has a separate field for cached tokens.
  const cached = recordOf(usage.prompt_tokens_details).cached_tokens ?? usage.prompt_cache_hit_tokens;
  const reasoning = recordOf(usage.completion_tokens_details).reasoning_tokens ?? usage.reasoning_tokens;
  const read = usageOf(usage.prompt_tokens, usage.completion_tokens, reasoning, cached);
  const total = tokensOf(usage.total_tokens);
  if (!read || total === undefined) return read;
  const uncounted = Math.max(0, total - read.inputTokens - read.outputTokens);
  const limit = read.reasoningTokens ?? Number.POSITIVE_INFINITY;
  return { ...read, outputTokens: read.outputTokens + Math.min(uncounted, limit) };
}

/** The usage in a completion or a chunk: Kimi's is in the choice, and Groq has a field of its own for it. */
export function usageOfChunk(data: WireObject): WireObject {
  return recordOf(data.usage ?? recordOf(listOf(data.choices)[0]).usage ?? recordOf(data.x_groq).usage);
}

/** The usage of two rounds of one answer. */
export function addUsage(a: AnswerUsage | undefined, b: AnswerUsage): AnswerUsage {
  if (!a) return b;
  const sum = (one = 0, other = 0) => Math.min(one + other, maxTokens);
  const reasoningTokens = sum(a.reasoningTokens, b.reasoningTokens);
  const cachedTokens = sum(a.cachedTokens, b.cachedTokens);
  return {
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
  };
}

/** Undefined for data that is not a JSON object. */
export function parseEvent(data: string): WireObject | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? recordOf(parsed) : undefined;
  } catch {
    return undefined;
  }
}

/** Merges tokens that arrive together, which batches them under load without delaying an idle stream. */
export function appendText(out: ModelEvent[], text: string): void {
  const last = out.at(-1);
  if (last?.type === 'text') last.text += text;
  else if (text !== '') out.push({ type: 'text', text });
}

export function appendReasoning(out: ModelEvent[], text: string): void {
  const last = out.at(-1);
  if (last?.type === 'reasoning') last.text += text;
  else if (text !== '') out.push({ type: 'reasoning', text });
}
