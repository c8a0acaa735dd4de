/**
 * What a vendor's endpoint sends in each situation, in its own wire format. A script is written after the vendor's
 * documentation, or after what its own repository and issues show; `sources` says which. No vendor is reached.
 */
import type { RequestPart } from '~/server/providers/llm/endpoint-memory';
import type { AnswerUsage } from '~/shared/schemas/messages';

export interface Reply {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  /** Written one after the other, so that a stream arrives in pieces. */
  body: readonly string[];
  /** What follows the body; it ends by default. */
  after?: 'silence' | 'reset';
}

export interface ScriptedCall {
  name: string;
  input: Record<string, string>;
}

export interface VendorScript {
  name: string;
  api: 'chat' | 'responses';
  /** Its real host. Requests go through a proxy that leads to the script. */
  baseUrl: string;
  model: string;
  sources: readonly string[];
  answer(parts: readonly string[]): Reply;
  /** The usage that `answer` reports; nothing where the vendor reports none. */
  usage: AnswerUsage | undefined;
  calls(calls: readonly ScriptedCall[]): Reply;
  /** What the request after `calls` must contain, beside the calls and their results. */
  carried?: Record<string, unknown>;
  thinks?(thought: string, parts: readonly string[]): Reply;
  /** Ends by its length limit or its content filter after the parts. */
  endsBy(reason: 'length' | 'filter', parts: readonly string[]): Reply;
  /** Refuses the question by its content filter before any word. */
  filters?: Reply;
  /** Fails within the stream, with a reason that the log must have. */
  failsAfter(parts: readonly string[]): Reply;
  failure: string;
  /** Too many requests, by default without saying for how long. */
  busy(retryAfter?: string): Reply;
  /** Seconds that the words of `busy` name. */
  busyFor?: number;
  tooLong: Reply;
  badKey: Reply;
  down: Reply;
  empty: Reply;
  /** Refusals of parts that other models take. */
  refusals: Partial<Record<RequestPart, Reply>>;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: [typeof body === 'string' ? body : JSON.stringify(body)],
});

export const stream = (body: readonly string[], more: Partial<Reply> = {}): Reply => ({
  headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  body,
  ...more,
});
