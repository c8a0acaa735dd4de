import type { AnswerUsage } from '~/shared/schemas/messages';
import type { EndpointMemory, RequestPart } from './endpoint-memory';
import type { ModelError, ModelEvent, ModelRequest, ModelTools } from './types';

/**
 * Reads one answer's events of one protocol. `read` gets the parsed data of each event in order and appends what it
 * means to `out`; `closing` answers the events that end the answer.
 */
export interface WireReader {
  read(data: WireObject, out: ModelEvent[]): void;
  /** Reads a whole answer, as endpoints send it that cannot stream. */
  readWhole(data: WireObject, out: ModelEvent[]): void;
  /** The vendor has said how the answer ended; only extras (usage) may follow. */
  readonly isFinished: boolean;
  /** Nothing more is expected. */
  readonly isComplete: boolean;
  /** The stream's own end mark, `[DONE]`. */
  markDone(): void;
  /** What is left to say; `done` is the last event even if the answer failed. */
  closing(): ModelEvent[];
  /** Why the vendor ended the answer early. */
  readonly failure: ModelError | undefined;
  /** The calls of our own tools with which the answer ended; whole once it is finished. */
  readonly calls: readonly ToolCall[];
  /** What the vendor wants back in the next round, as it sent it: thoughts, signatures. */
  readonly carried: Carried;
}

/** Members of the assistant's message in chat completions, items before it in the Responses API. */
export interface Carried {
  members?: WireObject;
  items?: readonly WireObject[];
}

/** A model's wish that one of our tools runs. */
export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote it: JSON, if all goes well. */
  input: string;
  /** What the vendor wants back with it: Gemini's signature of the thought before it. */
  extra?: unknown;
}

/** One round of an answer: what was said, what was called, what came of it. */
export interface ToolRound {
  text: string;
  calls: readonly ToolCall[];
  /** One a call, in their order. */
  results: readonly string[];
  carried: Carried;
}

/** What a request says besides the question: our tools, the rounds so far, and the parts that it must not have. */
export interface ToolTalk {
  tools: ModelTools | undefined;
  rounds: readonly ToolRound[];
  without: ReadonlySet<RequestPart>;
  memory: EndpointMemory;
}

/** With the instructions of the tools where they are given. */
export function systemPromptWith({ systemPrompt }: ModelRequest, { tools }: ToolTalk): string {
  return tools ? `${systemPrompt}\n${tools.instructions}` : systemPrompt;
}

/** An object of the wire: endpoints differ in what they leave out, so every member is looked at before it is used. */
export type WireObject = { readonly [key: string]: unknown };

export function objectOf(value: unknown): WireObject {
  return typeof value === 'object' && value !== null ? (value as WireObject) : {};
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What an endpoint counted; nothing unless it counted both ways. */
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

const tokensOf = (value: unknown) => {
  const tokens = numberOf(value);
  return tokens === undefined || tokens < 0 ? undefined : Math.round(tokens);
};

/** The usage of two rounds of one answer. */
export function addUsage(a: AnswerUsage | undefined, b: AnswerUsage): AnswerUsage {
  if (!a) return b;
  const sum = (one: number | undefined, other: number | undefined) => (one ?? 0) + (other ?? 0);
  const reasoningTokens = sum(a.reasoningTokens, b.reasoningTokens);
  const cachedTokens = sum(a.cachedTokens, b.cachedTokens);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
  };
}

/** Nothing for data that is not a JSON object. */
export function parseEvent(data: string): WireObject | undefined {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? (parsed as WireObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Tokens that arrive together leave together: under load this is the batching, and an idle stream waits for nothing. */
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
