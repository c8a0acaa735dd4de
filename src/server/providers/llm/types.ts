/**
 * The contract of a language model: a message with its history in, a stream of typed events out. Each vendor's file
 * maps its protocol to these events and its errors to `ModelError`; code outside this folder is independent of vendors.
 * Models are stateless: the caller keeps the text.
 */
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, AnswerUsage } from '~/shared/schemas/messages';

export interface ModelTurn {
  role: 'user' | 'assistant';
  content: string;
  /** Images of the turn, for models that support them. */
  images?: ModelImage[];
}

export interface ModelImage {
  /** Mime type: png, jpeg, webp or gif. */
  type: string;
  base64: string;
}

/** A tool that a connected model may call while it answers. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of its input, an object. */
  parameters: Record<string, unknown>;
  /** It only has an effect, such as a remembered fact: an answer is complete without its result. */
  isSideEffect?: true;
  /** The activity shown to users while it runs. */
  activity(input: unknown): Pick<Activity, 'kind' | 'label'>;
  /** Returns text for the model. For invalid input, throws ToolError with a message for the model. */
  run(input: unknown, signal: AbortSignal): Promise<string | ToolResult>;
}

/** A result with its web pages: a link to one of them in the answer is a source, every other link is only a link. */
export interface ToolResult {
  text: string;
  sources: readonly { url: string; title?: string }[];
}

export interface ModelTools {
  list: readonly ModelTool[];
  /** How to use the tools; sent only to a model that gets them. */
  instructions: string;
}

export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** In tokens, from the endpoint or a table of models; the smallest common size if unknown. */
export interface ModelLimits {
  contextTokens: number;
  /** Absent if the endpoint has no limit of its own. */
  maxOutputTokens?: number;
}

/** For an unknown model. */
export const smallestLimits: ModelLimits = { contextTokens: 8192 };

export interface ModelRequest {
  /** Role, date and rules of the assistant. */
  systemPrompt: string;
  /** Custom instructions and memories of the user. They follow the rules and the instructions of the tools. */
  personalization?: string;
  /** Oldest first; the last one is the message to answer. */
  turns: ModelTurn[];
  /** For models that support tools; others answer without. */
  tools?: ModelTools;
  parameters?: ModelParameters;
  /** Known web pages: a link to one of them in the answer is a source. */
  sources?: readonly { url: string; title?: string }[];
  /** Ids of the vendor's collections that its own search may use. */
  hostedCollections?: readonly string[];
  /** The vendor must not search either. */
  isWebOff?: boolean;
  /** Our own token count of the request. Absent if not counted, or if it has images. */
  countedTokens?: number;
  /**
   * The same request in about `factor` (0 to 1) of its size, for an endpoint that rejects it as too long. The message
   * itself stays complete. Without this function, only the oldest turns are left out.
   */
  shorten?(factor: number): ModelRequest;
}

/** Options for one message. A model that rejects one answers without it. */
export interface ModelParameters {
  /** How much the model should think before it writes. */
  effort?: 'minimal' | 'low' | 'medium' | 'high';
  temperature?: number;
  maxOutputTokens?: number;
}

/** A file at the vendor, found by its search of collections. */
export interface FoundFile {
  id: string;
  /** Offsets in the answer, where the vendor cites the file. */
  start?: number;
  end?: number;
}

/** Totals of the whole answer so far; a later event replaces an earlier one. Failed answers have one too. */
export interface ReportedUsage {
  type: 'usage';
  usage: AnswerUsage;
  /** Of an aborted answer: the output of the request that was cut off, which the totals lack. Null if none was open. */
  cutOff?: { text: string; reasoning: string } | null | undefined;
}

export type ModelEvent =
  | { type: 'text'; text: string }
  /** The model's thoughts before it answers: never part of the answer. */
  | { type: 'reasoning'; text: string }
  /** The last `characters` of the thoughts belong to the answer: they follow as text. */
  | { type: 'not_reasoning'; characters: number }
  /** The answer from this offset on was a thought, as a later tag has shown. */
  | { type: 'recall'; from: number }
  | { type: 'citation'; citation: Citation }
  /** Only the vendor's ids. The code that offered the collections maps them to documents. */
  | { type: 'files'; files: readonly FoundFile[] }
  /**
   * The same `label` and `kind` again with state 'done' ends the activity. `replaces` is its previous, more general
   * label, `page` the URL that a hosted search opens.
   */
  | { type: 'activity'; activity: Activity; replaces?: string; page?: string }
  | ReportedUsage
  /** Always the last event of a successful stream. */
  | { type: 'done'; model: string };

/** `Request` is an extended ModelRequest for our own model, which also reads the user's data. */
export interface LanguageModel<Request extends ModelRequest = ModelRequest> {
  /** For logs and the composer's hint. */
  readonly name: string;
  /** Whether answers can use the live web. */
  readonly canSearchWeb: boolean;
  /** Whether it supports tools, as far as known. */
  readonly canCallTools: boolean;
  /** The endpoint's tokens per token of our own count, as far as known. 1 by default. */
  readonly tokenFactor?: number;
  /** The latest long request was counted with far fewer tokens than it had. */
  readonly seemsToDrop?: boolean;
  /** False for the offline analyst: no language model is connected. */
  readonly isConnected: boolean;
  /**
   * Streams one answer. Throws ModelError for every error of the vendor. When `signal` aborts, the upstream request is
   * closed and the iteration ends, with or without throwing; the caller must check the signal.
   */
  stream(request: Request, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ModelErrorCode =
  | 'unauthorized' // key rejected
  | 'rate_limited'
  | 'unavailable' // 5xx, connection refused, DNS, TLS
  | 'timed_out' // nothing within the idle timeout
  | 'cut_off' // the stream ended in the middle
  | 'bad_answer' // an invalid response
  | 'empty' // a completed response without text
  | 'too_long' // larger than the context window, even when shortened
  | 'refused'; // other 4xx, unknown model, content filter

/**
 * `message` is for users and contains no key, URL or stack. `hint` is what the operator can fix. `reason` is the
 * vendor's message, for the log and administrators.
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

  /** Whether the same request can succeed later. */
  get isTransient(): boolean {
    return ['unavailable', 'rate_limited', 'timed_out'].includes(this.code);
  }
}
