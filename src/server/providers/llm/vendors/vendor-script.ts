/**
 * A vendor's responses in each situation, in its own wire format. Scripts follow the vendor's documentation,
 * repository or issues, which `sources` lists. No vendor is requested.
 */
import type { RequestPart } from '~/server/providers/llm/endpoint-memory';
import type { AnswerUsage } from '~/shared/schemas/messages';

export interface Reply {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  /** Written one after the other, so that a stream arrives in pieces. */
  body: readonly string[];
  /** The body waits for it. */
  before?: Promise<void>;
  /** The headers wait for it. */
  beforeHeaders?: Promise<void>;
  /** What happens after the body; by default, the response ends. */
  after?: 'silence' | 'reset';
}

export interface ScriptedCall {
  name: string;
  input: Record<string, string>;
}

export interface VendorScript {
  name: string;
  api: 'chat' | 'responses';
  /** The vendor's real host. Requests go through a proxy that routes them to the script. */
  baseUrl: string;
  model: string;
  sources: readonly string[];
  answer(parts: readonly string[]): Reply;
  /** The usage that `answer` reports; undefined if the vendor reports none. */
  usage: AnswerUsage | undefined;
  /** With text before the calls, if any. */
  calls(calls: readonly ScriptedCall[], parts?: readonly string[]): Reply;
  /** Expected in the request after `calls`, beside the calls and their results. */
  vendorState?: Record<string, unknown>;
  thinks?(thought: string, parts: readonly string[]): Reply;
  /** Ends with the length limit or the content filter after the parts. */
  endsBy(reason: 'length' | 'filter', parts: readonly string[]): Reply;
  /** The content filter rejects the message before any text. */
  filters?: Reply;
  /** Fails within the stream, with a reason that the log must contain. */
  failsAfter(parts: readonly string[]): Reply;
  failure: string;
  /** Too many requests, by default without a Retry-After. */
  busy(retryAfter?: string): Reply;
  /** The seconds that the message of `busy` names. */
  busyFor?: number;
  tooLong: Reply;
  badKey: Reply;
  down: Reply;
  empty: Reply;
  /** The vendor's error for an unsupported parameter. */
  rejects(message: string, param: string): Reply;
  /** Errors for parts that other models accept, as the vendor documents them. */
  rejections: Partial<Record<RequestPart, Reply>>;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: [typeof body === 'string' ? body : JSON.stringify(body)],
});

/** Too many requests. */
export const busyWith =
  (body: unknown, headers: Record<string, string> = {}) =>
  (retryAfter?: string): Reply =>
    json(429, body, { ...headers, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) });

export const stream = (body: readonly string[], more: Partial<Reply> = {}): Reply => ({
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  body,
  ...more,
});
