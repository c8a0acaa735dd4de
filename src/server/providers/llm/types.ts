/**
 * The contract of a language model: one question with its history in, a stream of typed events out.
 * A vendor's file translates its own protocol into these events and its own failures into `ModelError`;
 * nothing outside this folder knows a vendor. Whoever calls keeps the text: a model remembers nothing.
 */
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, AnswerUsage } from '~/shared/schemas/messages';

export interface ModelTurn {
  role: 'user' | 'assistant';
  content: string;
  /** Pictures that belong to the turn, for models that can see. */
  images?: ModelImage[];
}

export interface ModelImage {
  /** Mime type: png, jpeg, webp or gif. */
  type: string;
  base64: string;
}

/** Something of ours that a connected model may call while it answers. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of its input, an object. */
  parameters: Record<string, unknown>;
  /** What a reader is told while it runs. */
  activity(input: unknown): Pick<Activity, 'kind' | 'label'>;
  /** Returns text for the model. Throws ToolRefusal, in words for the model, for input it cannot use. */
  run(input: unknown, signal: AbortSignal): Promise<string | ToolResult>;
}

/** A result with web pages behind it: a link to one of them in the answer is a source, every other link is only a link. */
export interface ToolResult {
  text: string;
  sources: readonly { url: string; title?: string }[];
}

export interface ModelTools {
  list: readonly ModelTool[];
  /** How to use them; said only to a model that is given them. */
  instructions: string;
}

export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** In tokens, as the endpoint or a table of models says; the smallest common size where nothing is known. */
export interface ModelLimits {
  contextTokens: number;
  /** Absent when the endpoint sets none of its own. */
  maxOutputTokens?: number;
}

/** For a model of which nothing is known. */
export const smallestLimits: ModelLimits = { contextTokens: 8192 };

export interface ModelRequest {
  /** Role, date and rules of the assistant. */
  systemPrompt: string;
  /** Oldest first; the last one is the question. */
  turns: ModelTurn[];
  /** For models that can call; others answer without. */
  tools?: ModelTools;
  parameters?: ModelParameters;
  /** Web pages that are known already: a link to one of them in the answer is a source. */
  sources?: readonly { url: string; title?: string }[];
  /** Collections at the vendor that its own search may use, by their ids there. */
  hostedCollections?: readonly string[];
  /** The vendor must not search either. */
  isWebOff?: boolean;
  /** All tokens of the request as counted here. Absent where they were not counted, or images are among them. */
  countedTokens?: number;
  /**
   * The same request in about `factor` (0 to 1) of its size, for an endpoint that finds this one too long. The question
   * itself stays whole. Without it, only the oldest turns are left out.
   */
  shorten?(factor: number): ModelRequest;
}

/** Choices for one question. A model that refuses one answers without it. */
export interface ModelParameters {
  /** How much the model should think before it writes. */
  effort?: 'minimal' | 'low' | 'medium' | 'high';
  temperature?: number;
  maxOutputTokens?: number;
}

/** A file at the vendor that its search of collections has found. */
export interface FoundFile {
  id: string;
  /** Offsets in the answer, where the vendor cites the file. */
  start?: number;
  end?: number;
}

export type ModelEvent =
  | { type: 'text'; text: string }
  /** What the model thinks before it answers: never part of the answer. */
  | { type: 'reasoning'; text: string }
  /** The last `characters` of the thoughts were no thoughts: they follow as text. */
  | { type: 'not_reasoning'; characters: number }
  /** The answer from this offset on was thinking, as only a later mark has shown. */
  | { type: 'recall'; from: number }
  | { type: 'citation'; citation: Citation }
  /** Only the vendor's ids. The code that offered the collections maps them to documents. */
  | { type: 'files'; files: readonly FoundFile[] }
  /**
   * The same `label` and `kind` again with state 'done' ends the activity. `replaces` is the label that it had until
   * more was known, `page` the address that a hosted search opens.
   */
  | { type: 'activity'; activity: Activity; replaces?: string; page?: string }
  /** Totals of the whole answer so far; a later event replaces an earlier one. Failed answers have one too. */
  | { type: 'usage'; usage: AnswerUsage }
  /** Always the last event of a stream that ended well. */
  | { type: 'done'; model: string };

/** `Request` is more than a ModelRequest for a model of ours that also reads the user's own data. */
export interface LanguageModel<Request extends ModelRequest = ModelRequest> {
  /** For logs and the composer's hint. */
  readonly name: string;
  /** Whether answers can draw on the live web. */
  readonly canSearchWeb: boolean;
  /** Whether it takes tools, as far as is known. */
  readonly canCallTools: boolean;
  /** Tokens that its endpoint counts for one of ours, as far as is known. 1 without it. */
  readonly tokenFactor?: number;
  /** The latest long request was counted as far fewer tokens than it had. */
  readonly seemsToDrop?: boolean;
  /** False for the offline analyst: no language model is connected. */
  readonly isConnected: boolean;
  /**
   * Streams one answer. Throws ModelError for every failure of the vendor. When `signal` aborts, the upstream
   * request is closed and the iteration ends, with or without throwing; the caller looks at the signal.
   */
  stream(request: Request, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ModelErrorCode =
  | 'unauthorized' // key refused
  | 'rate_limited'
  | 'unavailable' // 5xx, connection refused, DNS, TLS
  | 'timed_out' // nothing for the idle time
  | 'cut_off' // the stream ended in the middle
  | 'bad_answer' // not the protocol
  | 'empty' // ended well, without a word
  | 'too_long' // more than the model can hold, even when cut
  | 'refused'; // 4xx: model unknown, content filter

/**
 * `message` is for users and contains no key, URL or stack. `hint` says what the operator can fix. `reason` is what the
 * vendor said, for the log and administrators.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number | undefined; hint?: string; reason?: string },
  ) {
    super(message, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.hint = options?.hint;
    this.reason = options?.reason || undefined;
  }
  readonly retryAfterSeconds: number | undefined;
  readonly hint: string | undefined;
  readonly reason: string | undefined;
}
