/**
 * One row of the API's table: which procedure an HTTP request calls, and how. The procedure defines access, validation,
 * the response and the summary; a row adds only what HTTP and the examples need.
 */
import { z } from 'zod';
import type { HttpCall, IdempotencyKind } from '~/server/http/http-call';
import type { Access, ErrorStatus } from '~/server/trpc/init';
import { definitionOf, fieldsOf, type ProcedurePath } from './procedures';

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
  /** Path below /api, in Express's syntax. */
  path: string;
  procedure: ProcedurePath;
  summary: string;
  tag: Tag;
  access: Access;
  status: 200 | 201;
  /** Schema of the response, or of one row of a list. */
  responseSchema: z.core.$ZodType;
  /** Example for the document: fields of the response or of one row of a list, or the beginning of a download. */
  example?: unknown;
  description?: string;
  /** Path parameters → fields of the procedure's input. */
  params: Record<string, string>;
  /** Fields of the procedure's input that are query parameters. */
  filters: string[];
  /** The body, if the method has one: every other field of the procedure's input, except those in `omit`. */
  body?: { example: Record<string, unknown>; isOptional: boolean; omit: string[] };
  /**
   * The response is an array, with `limit` and `cursor`. `older-pages`: each next page goes before the previous one.
   */
  list?: 'pages' | 'older-pages';
  /** Errors beyond those that follow from access, body and parameters: status → reason. */
  errors?: Partial<Record<ErrorStatus, string>>;
  /**
   * How a POST treats an Idempotency-Key. `stored`: the response is stored and returned again. `repeatable`: the
   * procedure itself returns the same for the same key. Absent: the response contains a secret or a cookie, so the key
   * is ignored.
   */
  idempotency?: IdempotencyKind;
  /** Replaces the plain call of the procedure. */
  perform?: (call: Call) => Promise<unknown>;
  /** Writes the response itself, for as long as it needs. */
  stream?: (call: Call) => Promise<void>;
  /** Writes a file, part by part. The first media type is the default, others have a value of `format` each. */
  download?: { types: readonly [string, ...string[]]; send: (call: Call) => Promise<void> };
}

/** A request being handled. */
export interface Call extends HttpCall {
  /** The procedure's input, not yet validated. */
  input: Record<string, unknown>;
}

type CopiedField = 'status' | 'list' | 'idempotency' | 'perform' | 'stream' | 'download';
interface RowOptions
  extends Partial<Pick<Route, CopiedField | 'access' | 'summary' | 'description' | 'responseSchema'>> {
  /** Example of the response, if the one generated from its schema would not do; missing fields are generated. */
  example?: unknown;
  /** For a response that is only a message. */
  message?: string;
  /** An example of the body. */
  body?: Record<string, unknown>;
  /** Set if the procedure requires no field, so the request needs no body. */
  isBodyOptional?: true;
  /** Fields of the procedure's input that the request cannot set. */
  omit?: string[];
}

/** For a POST that creates something and can be repeated safely. */
export const created = { status: 201, idempotency: 'stored' } as const;

/** Creates the rows of one tag. A string instead of options is the message of the response. */
export function rowsOf(tag: Tag) {
  const row =
    (method: Method) =>
    (path: string, procedure: ProcedurePath, optionsOrMessage: RowOptions | string = {}): Route => {
      const options = typeof optionsOrMessage === 'string' ? { message: optionsOrMessage } : optionsOrMessage;
      const { message, body, isBodyOptional = false, omit = [], ...rest } = options as RowOptions;
      const { access, summary = '', description, errors } = definitionOf(procedure).meta;
      const fields = fieldsOf(procedure).filter((field) => !omit.includes(field));
      const params = paramsOf(path, fields);
      const hasBody = !['get', 'delete'].includes(method);
      const elsewhere = [...Object.values(params), ...(rest.list || rest.download ? ['cursor', 'limit'] : [])];
      return {
        method,
        path,
        procedure,
        tag,
        params,
        access,
        summary,
        ...(description && { description }),
        ...(errors && { errors }),
        ...(message !== undefined && { example: { message } }),
        filters: hasBody ? [] : fields.filter((field) => !elsewhere.includes(field)),
        ...(body && { body: { example: body, isOptional: isBodyOptional, omit } }),
        status: 200,
        responseSchema: rest.responseSchema ?? responseSchemaOf(procedure, rest),
        ...rest,
      };
    };
  return { get: row('get'), post: row('post'), put: row('put'), patch: row('patch'), remove: row('delete') };
}

/** A parameter maps to the field of the same name; otherwise `:id` maps to the only id field without a parameter. */
function paramsOf(path: string, fields: string[]): Record<string, string> {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const idField = fields.find((field) => field.endsWith('Id') && !names.includes(field)) ?? '';
  return Object.fromEntries(names.map((name) => [name, fields.includes(name) ? name : idField]));
}

function responseSchemaOf(procedure: ProcedurePath, { list, download }: RowOptions): z.core.$ZodType {
  if (download) return z.string();
  const schema = definitionOf(procedure).output?.schema;
  if (!schema) throw new Error(`${procedure} has no output schema`);
  if (!list) return schema;
  if (schema instanceof z.ZodObject && schema.shape.items instanceof z.ZodArray) return schema.shape.items.element;
  throw new Error(`${procedure} does not return pages`);
}
