/**
 * A scripted answer of the model server, including faults. A script is plain data: `{ text: 'Rates fell.', fault: {
 * kind: 'cut', afterTokens: 1 } }`.
 */
export interface ScriptedCitation {
  url: string;
  title?: string;
  start?: number;
  end?: number;
}

export interface ScriptedToolCall {
  name: string;
  /** Sent as JSON; a string is sent as it is. */
  input?: unknown;
  /** False for endpoints without indexes and ids of calls. */
  hasId?: boolean;
}

export type ModelFault =
  /** An HTTP error instead of a stream: 401, 429 with `retryAfter`, 500, 503 … */
  | { kind: 'status'; status: number; retryAfter?: string; body?: string; location?: string }
  /** The request is read but gets no response. */
  | { kind: 'hang_before_headers' }
  /** The stream stays open and silent. */
  | { kind: 'hang'; afterTokens: number }
  /** The socket is destroyed. */
  | { kind: 'cut'; afterTokens: number }
  /** The stream ends normally, but without the final event. */
  | { kind: 'end'; afterTokens: number }
  /** Events whose data is not JSON, one by default. */
  | { kind: 'invalid_chunk'; afterTokens: number; chunks?: number }
  /** The vendor's own error within a stream: `response.failed`, or an `error` object in a chat chunk. */
  | { kind: 'error_event'; afterTokens: number; code: string; message: string }
  /** Ends early for a reason: `max_output_tokens` or `content_filter`. */
  | { kind: 'incomplete'; reason: 'max_output_tokens' | 'content_filter' }
  /** 200 with a web page, as from a proxy or a wrong URL. */
  | { kind: 'wrong_content_type' };

export interface ModelScript {
  /** A string is split into words; the elements of an array are sent as they are, one per token. */
  text?: string | readonly string[];
  /** Between tokens; 0 sends them as fast as the socket accepts them. */
  delayMs?: number;
  /** Between the request and the response headers. */
  headersDelayMs?: number;
  /** Wait for `release()` after this many tokens. */
  pauseAfterTokens?: number;
  /** Split the whole stream into pieces of this many bytes, across events and characters. Only without `delayMs`. */
  bytesPerWrite?: number;
  /** Hosted searches before the text. */
  searches?: readonly ('web_search' | 'x_search')[];
  /** Function calls at the end of the answer; without `text` it contains only these. */
  toolCalls?: readonly ScriptedToolCall[];
  citations?: readonly ScriptedCitation[];
  /** xAI's `response.citations`: every visited source, cited or not. */
  sourcesSeen?: readonly string[];
  usage?: { inputTokens: number; outputTokens: number };
  /** The model named in the response; the requested one by default. */
  model?: string;
  fault?: ModelFault;
}

/** Numbered words, for answers of an exact length. */
export function scriptedTokens(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word${index} `);
}

export function inputOf({ input = {} }: ScriptedToolCall): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

export function tokensOf(script: ModelScript): readonly string[] {
  const text = script.text ?? (script.toolCalls ? [] : 'The economy grew by two percent.');
  return typeof text === 'string' ? (text.match(/\s*\S+\s*/g) ?? [text]) : text;
}
