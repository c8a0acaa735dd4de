/**
 * What the scripted model server says in one answer, and how it fails. A script is plain data, so that a test reads
 * as a story: `{ text: 'Rates fell.', fault: { kind: 'cut', afterTokens: 1 } }`.
 */
export interface ScriptedCitation {
  url: string;
  title?: string;
  start?: number;
  end?: number;
}

export interface ScriptedToolCall {
  name: string;
  /** As JSON, or a string that is sent as it stands. */
  input?: unknown;
  /** False for endpoints that number no calls and name no ids. */
  hasId?: boolean;
}

export type ModelFault =
  /** An HTTP error instead of a stream: 401, 429 with `retryAfter`, 500, 503 … */
  | { kind: 'status'; status: number; retryAfter?: string; body?: string; location?: string }
  /** The request is read and never answered. */
  | { kind: 'hang_before_headers' }
  /** The stream stays open and silent. */
  | { kind: 'hang'; afterTokens: number }
  /** The socket is destroyed. */
  | { kind: 'cut'; afterTokens: number }
  /** The stream ends politely, without the event that says it is complete. */
  | { kind: 'end'; afterTokens: number }
  /** Events whose data is not JSON, one by default. */
  | { kind: 'invalid_chunk'; afterTokens: number; chunks?: number }
  /** The vendor's own way to fail in mid-stream: `response.failed`, or an `error` object in a chat chunk. */
  | { kind: 'error_event'; afterTokens: number; code: string; message: string }
  /** Stopped for a reason: `max_output_tokens` or `content_filter`. */
  | { kind: 'incomplete'; reason: 'max_output_tokens' | 'content_filter' }
  /** 200 with a web page, as a proxy or a wrong address answers. */
  | { kind: 'wrong_content_type' };

export interface ModelScript {
  /** A string is cut into words; an array is sent as it is, one element a token. */
  text?: string | readonly string[];
  /** Between tokens; 0 sends them as quickly as the socket takes them. */
  delayMs?: number;
  /** Between the request and the response headers. */
  headersDelayMs?: number;
  /** Wait for `release()` after so many tokens. */
  holdAfter?: number;
  /** Cut the whole stream in pieces of so many bytes, across events and characters. Only without `delayMs`. */
  bytesPerWrite?: number;
  /** Hosted searches that run before the text. */
  searches?: readonly ('web_search' | 'x_search')[];
  /** Calls of functions with which the answer ends; without `text` it then says nothing. */
  toolCalls?: readonly ScriptedToolCall[];
  citations?: readonly ScriptedCitation[];
  /** xAI's `response.citations`: every source seen, cited or not. */
  sourcesSeen?: readonly string[];
  usage?: { inputTokens: number; outputTokens: number };
  /** The model the answer claims to come from; by default the one asked for. */
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
