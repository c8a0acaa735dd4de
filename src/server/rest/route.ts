/**
 * One row of the API's table: which procedure a plain HTTP request calls, and how. Who may call it, what is valid, what
 * it returns and what it is for is defined by the procedure; a row adds only what HTTP and the examples need.
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
  /** Below /api, in Express's spelling. */
  path: string;
  procedure: ProcedurePath;
  summary: string;
  tag: Tag;
  access: Access;
  status: 200 | 201;
  /** Of the response; of one row of a list. */
  responseSchema: z.core.$ZodType;
  /** Fields of the response, of one row of a list, or the beginning of a download: for the example of the document. */
  example?: unknown;
  description?: string;
  /** Path parameters → fields of the procedure's input. */
  params: Record<string, string>;
  /** Fields of the procedure's input that are query parameters. */
  filters: string[];
  /** Every other field of the procedure's input, if the method has a body, without `omit`. */
  body?: { example: Record<string, unknown>; isOptional: boolean; omit: string[] };
  /** The response is an array, with `limit` and `cursor`. `older-pages`: each next page goes before the previous one. */
  list?: 'pages' | 'older-pages';
  /** Errors beyond those that follow from access, body and parameters: status → reason. */
  errors?: Partial<Record<ErrorStatus, string>>;
  /**
   * What an Idempotency-Key does on a POST. `stored`: the response is stored and returned again. `repeatable`: the
   * procedure itself returns the same for the same key. Absent: the response contains a secret or a cookie, so the key
   * is ignored.
   */
  idempotency?: IdempotencyKind;
  /** In place of one plain call of the procedure. */
  perform?: (call: Call) => Promise<unknown>;
  /** Writes the response itself, for as long as it likes. */
  stream?: (call: Call) => Promise<void>;
  /** Writes a file, part by part. */
  download?: { type: string; send: (call: Call) => Promise<void> };
}

/** A request being handled. */
export interface Call extends HttpCall {
  /** The procedure's input, not yet validated. */
  input: Record<string, unknown>;
}

type Kept = 'status' | 'list' | 'idempotency' | 'perform' | 'stream' | 'download';
interface RowOptions extends Partial<Pick<Route, Kept | 'access' | 'summary' | 'description' | 'responseSchema'>> {
  /** Of the response, where one made from its schema would not do; the fields that it leaves out are made. */
  example?: unknown;
  /** For an example that is only a message. */
  message?: string;
  /** An example of the body. */
  body?: Record<string, unknown>;
  /** Where the procedure requires no field, and the request no body. */
  isBodyOptional?: true;
  /** Fields of the procedure's input that the request cannot give. */
  omit?: string[];
}

/** Of a POST that adds something, and can be repeated safely. */
export const created = { status: 201, idempotency: 'stored' } as const;

/** Makes the rows of one tag. A text in place of options is the message of the response. */
export function rowsOf(tag: Tag) {
  const row =
    (method: Method) =>
    (path: string, procedure: ProcedurePath, given: RowOptions | string = {}): Route => {
      const options = typeof given === 'string' ? { message: given } : given;
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

/** A parameter is the field of the same name; `:id` is else the id that no other parameter names. */
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
