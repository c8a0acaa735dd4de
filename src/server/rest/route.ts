/**
 * One row of the API's table: how a plain HTTP call becomes a procedure's call, and its answer an HTTP answer. Who may
 * call, what is valid and how often is the procedure's matter; a row only says it to readers of the document.
 */
import type { inferRouterInputs } from '@trpc/server';
import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import type { NumberedEvent } from '~/server/generation/watch-conversation';
import { type AppRouter, createCaller } from '~/server/router';
import type { Context } from '~/server/trpc/context';
import type { ConversationEvent } from '~/shared/schemas/messages';
import type { AnswerName } from './answers';

type Inputs = inferRouterInputs<AppRouter>;
export type ProcedurePath = { [F in keyof Inputs]: `${F}.${keyof Inputs[F] & string}` }[keyof Inputs];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Route {
  method: Method;
  /** Below /api, in Express's spelling. */
  path: string;
  procedure: ProcedurePath;
  summary: string;
  description?: string;
  tag:
    | 'Account'
    | 'Chat'
    | 'Files'
    | 'Positions'
    | 'Track record'
    | 'Back-test'
    | 'Waitlist'
    | 'Administration'
    | 'API tokens';
  /** `session`: members, but not by API token. */
  access: 'everybody' | 'member' | 'session' | 'admin';
  /** Names of the path's parameters → names of the procedure's input. */
  params?: Record<string, string>;
  /** Names of the procedure's input that stand in the address after the path. */
  filters?: string[];
  /** The call takes a body: the rest of the procedure's input, but for what is left out. */
  body?: { example: Record<string, unknown>; isOptional?: true; omit?: string[] };
  /**
   * The answer is a plain array, with `limit` and `cursor`. `pages`: the procedure gives pages, `older` ones of
   * which come before. `rows`: it gives as many rows as are asked for.
   */
  list?: 'pages' | 'older-pages' | 'rows';
  status: 200 | 201;
  answer: AnswerName;
  /** Of the answer; of one row of a list. */
  example: unknown;
  /** Refusals beyond those that follow from access, body and parameters: status → when. */
  errors?: Partial<Record<ErrorStatus, string>>;
  /**
   * What an Idempotency-Key does on a POST. `stored`: the answer is kept and given again. `repeatable`: the call gives
   * the same answer to the same key by itself. Absent: the answer holds a secret or a cookie, and the key is ignored.
   */
  idempotency?: 'stored' | 'repeatable';
  /** In place of one plain call of the procedure. */
  perform?: (call: Call) => Promise<unknown>;
  /** The call answers by itself, for as long as it likes. */
  stream?: (call: Call) => Promise<void>;
  /** The call answers with a file, part by part; its example is the file's beginning. */
  download?: { type: string; send: (call: Call) => Promise<void> };
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 507;

/** A call under way. */
export interface Call {
  deps: Deps;
  context: Context;
  request: Request;
  response: Response;
  /** The procedure's input, not yet looked at. */
  input: Record<string, unknown>;
}

/** The procedure as a function, by its path. */
export function procedureOf(context: Context, path: ProcedurePath): (input: unknown) => Promise<unknown> {
  const caller = createCaller(context) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  const [feature = '', name = ''] = path.split('.');
  return async (input) => caller[feature]?.[name]?.(input);
}

/** What happens in a conversation, as the socket's readers get it; `signal` ends it. */
export async function* eventsOf(
  context: Context,
  input: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  const caller = createCaller(context, { signal });
  const watching = await caller.messages.watch(input as { conversationId: string });
  for await (const [id, event] of watching as AsyncIterable<readonly [string, ConversationEvent, ...unknown[]]>) {
    yield { id, event };
  }
}
