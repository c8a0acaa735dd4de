/**
 * One row of the API's table: which procedure a plain HTTP request calls, and how. Who may call it, what is valid and
 * what it returns is defined by the procedure; a row adds only what HTTP and the documentation need.
 */
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import type { Context } from '~/server/trpc/context';
import type { Access } from '~/server/trpc/init';
import { definitionOf, type ProcedurePath } from './procedures';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Tag =
  | 'Account'
  | 'Chat'
  | 'AI models'
  | 'Files'
  | 'Collections'
  | 'Positions'
  | 'Track record'
  | 'Back-test'
  | 'Waitlist'
  | 'Administration'
  | 'Groups'
  | 'API tokens';

export interface Route {
  method: Method;
  /** Below /api, in Express's spelling. */
  path: string;
  procedure: ProcedurePath;
  summary: string;
  tag: Tag;
  access: Access;
  status: 200 | 201;
  /** Of the response; of one row of a list. */
  responseSchema: z.core.$ZodType;
  /** Of the response; of one row of a list; for a download the beginning of the file. */
  example: unknown;
  description?: string;
  /** Path parameters → fields of the procedure's input. */
  params?: Record<string, string>;
  /** Fields of the procedure's input that are query parameters. */
  filters?: string[];
  /** The request has a body: the other fields of the procedure's input, without `omit`. */
  body?: { example: Record<string, unknown>; isOptional?: true; omit?: string[] };
  /** The response is an array, with `limit` and `cursor`. `older-pages`: each next page goes before the previous one. */
  list?: 'pages' | 'older-pages';
  /** Errors beyond those that follow from access, body and parameters: status → reason. */
  errors?: Partial<Record<ErrorStatus, string>>;
  /**
   * What an Idempotency-Key does on a POST. `stored`: the response is stored and returned again. `repeatable`: the
   * procedure itself returns the same for the same key. Absent: the response contains a secret or a cookie, so the key
   * is ignored.
   */
  idempotency?: 'stored' | 'repeatable';
  /** In place of one plain call of the procedure. */
  perform?: (call: Call) => Promise<unknown>;
  /** Writes the response itself, for as long as it likes. */
  stream?: (call: Call) => Promise<void>;
  /** Writes a file, part by part. */
  download?: { type: string; send: (call: Call) => Promise<void> };
}

export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 502 | 503 | 507;

/** A request being handled. */
export interface Call {
  deps: Deps;
  context: Context;
  request: Request;
  response: Response;
  /** The procedure's input, not yet validated. */
  input: Record<string, unknown>;
}

interface RowOptions extends Partial<Omit<Route, 'method' | 'path' | 'procedure' | 'summary' | 'tag' | 'example'>> {
  /** The field of the procedure's input that the path's `:id` is. */
  id?: string;
}

/** Makes the rows of one tag. */
export function rowsOf(tag: Tag) {
  const row =
    (method: Method) =>
    (path: string, procedure: ProcedurePath, summary: string, example: unknown, options: RowOptions = {}): Route => {
      const { id = 'id', ...rest } = options;
      return {
        method,
        path,
        procedure,
        summary,
        tag,
        example,
        access: definitionOf(procedure).meta.access,
        status: 200,
        responseSchema: rest.responseSchema ?? responseSchemaOf(procedure, rest),
        ...(path.includes(':id') && { params: { id } }),
        ...rest,
      };
    };
  return { get: row('get'), post: row('post'), put: row('put'), patch: row('patch'), remove: row('delete') };
}

function responseSchemaOf(procedure: ProcedurePath, { list, download }: RowOptions): z.core.$ZodType {
  if (download) return z.string();
  const schema = definitionOf(procedure).output?.schema;
  if (!schema) throw new Error(`${procedure} has no output schema`);
  if (!list) return schema;
  if (schema instanceof z.ZodObject && schema.shape.items instanceof z.ZodArray) return schema.shape.items.element;
  throw new Error(`${procedure} does not return pages`);
}
