/**
 * The OpenAPI 3.1 document, made from the table of routes, the procedures' own input schemas and the answers' schemas.
 * What it says about who may call and what is refused is held against the running server by tests.
 */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { sessionCookieName } from '~/server/auth/session-cookie';
import { errorTable } from '~/server/lib/errors';
import { appRouter } from '~/server/router';
import { brand } from '~/shared/brand';
import { type AnswerName, answers } from './answers';
import { listCap } from './lists';
import type { ErrorStatus, ProcedurePath, Route } from './route';
import { routes } from './routes';

type Json = Record<string, unknown>;

/** At run time tRPC's record is flat, path by path; its type says it is nested. */
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>;

let made: Json | undefined;

/** Made once, on first use. */
export function openApiDocument(): Json {
  made ??= makeDocument();
  return made;
}

function makeDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = documentPath(route);
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.company} API`,
      version: '1.0.0',
      description:
        'Everything the pages can do, with the same answers and the same refusals. Every refusal is `{ message, code, requestId }`; ids that are absent and ids that are another’s are answered alike.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: answerSchemas(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName,
          description: 'Set by POST /api/login. Over https its name is `__Host-qinsight_session`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token, `qi_…`' },
      },
    },
  };
}

export const documentPath = ({ path }: Route): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`;

function operation(route: Route): Json {
  const input = inputSchema(route.procedure);
  const mediaType = route.download?.type ?? (route.stream ? 'text/event-stream' : 'application/json');
  const one = { $ref: `#/components/schemas/${route.answer}` };
  const schema = route.list ? { type: 'array', maxItems: listCap, items: one } : one;
  return {
    operationId: `${route.method}${route.path.replace(/\/:?(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/[-.]/g, '')}`,
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [route.tag],
    security: securityOf(route),
    ...parametersOf(route, input),
    ...(route.body && {
      requestBody: {
        required: !route.body.isOptional,
        content: { 'application/json': { schema: bodySchema(route, input), example: route.body.example } },
      },
    }),
    responses: {
      [route.status]: {
        description: STATUS_CODES[route.status],
        ...(route.list && {
          headers: { Link: { description: '`rel="next"`: what follows', schema: { type: 'string' } } },
        }),
        content: {
          [mediaType]: {
            schema,
            example: route.stream
              ? `id: …\ndata: ${JSON.stringify(route.example)}\n\n`
              : route.list
                ? [route.example]
                : route.example,
          },
        },
      },
      ...Object.fromEntries(Object.entries(errorsOf(route)).map(([status, when]) => [status, refusal(status, when)])),
      default: refusal('500', 'Something went wrong on our side.'),
    },
  };
}

function securityOf({ access }: Route): Json[] {
  if (access === 'everybody') return [];
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function parametersOf(route: Route, input: Json): Json {
  const fields = (input.properties ?? {}) as Record<string, Json>;
  const optional = (where: 'query' | 'header', name: string, description: string, schema: Json) => ({
    name,
    in: where,
    required: false,
    description,
    schema,
  });
  const parameters: Json[] = [
    ...Object.entries(route.params ?? {}).map(([name, field]) => ({
      name,
      in: 'path',
      required: true,
      schema: fields[field],
    })),
  ];
  if (route.list) {
    const limit = { type: 'integer', minimum: 1, maximum: listCap };
    parameters.push(optional('query', 'limit', `At most so many rows; without it up to ${listCap}`, limit));
    parameters.push(optional('query', 'cursor', 'From the link to the next page', { type: 'string', maxLength: 100 }));
  }
  const isNeeded = (name: string) => ((input.required ?? []) as string[]).includes(name);
  for (const name of route.filters ?? []) {
    const words = route.list ? 'Only rows that match' : `The ${name}`;
    parameters.push({ ...optional('query', name, words, fields[name] as Json), required: isNeeded(name) });
  }
  if (route.idempotency) {
    const words = 'The same key and body within a day is the same request: it is answered again and not done again';
    parameters.push(optional('header', 'Idempotency-Key', words, { type: 'string', maxLength: 255 }));
  }
  if (route.stream)
    parameters.push(optional('header', 'Last-Event-ID', 'The last id received', { type: 'string', maxLength: 100 }));
  return parameters.length > 0 ? { parameters } : {};
}

function inputSchema(procedure: ProcedurePath): Json {
  const [input] = procedures[procedure]?._def.inputs ?? [];
  if (!input) return {};
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema;
}

function bodySchema(route: Route, input: Json): Json {
  const elsewhere = new Set([...Object.values(route.params ?? {}), ...(route.body?.omit ?? [])]);
  const properties = Object.entries((input.properties ?? {}) as Json).filter(([name]) => !elsewhere.has(name));
  const required = ((input.required ?? []) as string[]).filter((name) => !elsewhere.has(name));
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** When a call is refused: what follows from its kind, and what is written at the route. */
export function errorsOf(route: Route): Partial<Record<ErrorStatus, string>> {
  const { access, body, params, list, idempotency } = route;
  const isWrite = route.method !== 'get';
  return {
    ...((body || params || list || idempotency || route.stream) && {
      400: 'The input is not valid; `message` says what is not.',
    }),
    ...(access !== 'everybody' && { 401: 'Signed out.' }),
    ...(isWrite && { 403: 'The request came from another site.' }),
    ...(access === 'session' && { 403: 'An API token cannot do this.' }),
    ...(access === 'admin' && { 403: 'Not an administrator.' }),
    ...(params && { 404: 'Absent, or another’s.' }),
    ...(idempotency && { 409: 'The Idempotency-Key belongs to another request, or the first one is still running.' }),
    ...(body && { 413: 'The body is larger than a megabyte.', 415: 'The body is not JSON.' }),
    ...(access !== 'everybody' &&
      (isWrite || route.stream) && { 429: 'Too many calls; Retry-After says when to come back.' }),
    ...route.errors,
  };
}

function refusal(status: string, when: string): Json {
  const code = Object.entries(errorTable).find(([, entry]) => String(entry.status) === status)?.[0];
  return {
    description: when,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { message: when, code, requestId: 'a3f1c9d0-6c1e-4a55-9b0e-2f7d8c6b5a41' },
      },
    },
  };
}

function answerSchemas(): Json {
  const registry = z.registry<{ id: AnswerName }>();
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id: id as AnswerName });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override({ jsonSchema }) {
      // Strict for our tests; clients are to expect more fields one day.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}
