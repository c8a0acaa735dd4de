/**
 * The OpenAPI 3.1 document, generated from the table of routes and the zod schemas of the procedures. Tests compare it
 * with the running server.
 */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { sessionCookieName } from '~/server/auth/session-cookie';
import { errorTable } from '~/server/lib/errors';
import { typicalValues } from '~/server/lib/example-values';
import { type Json, makeExample } from '~/server/lib/schema-examples';
import { brand } from '~/shared/brand';
import { listCap } from './lists';
import { definitionOf } from './procedures';
import type { Route } from './route';
import { errorsOf } from './route-errors';
import { routes } from './routes';

let made: Json | undefined;

/** Generated once, on first use. */
export function openApiDocument({ basePath }: { basePath: string } = { basePath: '' }): Json {
  made ??= makeDocument();
  return basePath === '' ? made : { ...made, servers: [{ url: basePath }] };
}

const errorSchema = z
  .strictObject({
    message: z.string().describe('Human-readable message'),
    code: z.enum(Object.keys(errorTable)).describe('Machine-readable error code'),
    requestId: z.string().describe('As in X-Request-Id; include it when you report a problem'),
  })
  .meta({ id: 'Error' });

function makeDocument(): Json {
  const { responses, error, components } = responseSchemas();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = documentPath(route);
    paths[path] = {
      ...paths[path],
      [route.method]: operation(route, responses[operationId(route)] ?? {}, { error, components }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.company} API`,
      version: '1.0.0',
      description:
        'REST API for conversations, files, collections, positions and administration, with the same rules and errors as the web app. In the web app only: passkeys, setting up or turning off a second factor, connecting a sign-in service, confirming an email, requesting or accepting an invitation, uploads in parts, settings of collections mirrored to xAI, live updates of positions, and SCIM tokens. Every error is `{ message, code, requestId }`; unknown ids and ids of other users return the same error. Responses may get more fields.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName,
          description:
            'Set by POST /api/login. Over https its name is `__Host-qinsight_session`, and `__Secure-qinsight_session` for an installation below a path.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token, `qi_…`' },
      },
    },
  };
}

const operationId = ({ method, path }: Route): string =>
  method + path.replace(/\/:?(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/[-.]/g, '');

export const documentPath = ({ path }: Route): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`;

/** Converted together, so that schemas with an id become components that the responses refer to. */
function responseSchemas() {
  const responses = z.object(Object.fromEntries(routes.map((route) => [operationId(route), route.responseSchema])));
  const all = z.object({ error: errorSchema, responses });
  const schema = z.toJSONSchema(all, {
    io: 'output',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      // Strict in tests only: clients must accept new fields.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.id;
    },
  });
  const text = JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/');
  const { properties, $defs } = JSON.parse(text) as {
    properties: { error: Json; responses: { properties: Record<string, Json> } };
    $defs: Json;
  };
  return { error: properties.error, responses: properties.responses.properties, components: $defs };
}

function operation(route: Route, one: Json, { error, components }: { error: Json; components: Json }): Json {
  const input = inputSchema(route);
  const schema = route.list ? { type: 'array', maxItems: listCap, items: one } : one;
  const errors = Object.entries(errorsOf(route)).map(([status, when]) => [status, errorResponse(error, status, when)]);
  return {
    operationId: operationId(route),
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
          headers: { Link: { description: '`rel="next"`: the next page', schema: { type: 'string' } } },
        }),
        content: contentOf(route, { schema, example: exampleOf(route, one, components) }),
      },
      ...Object.fromEntries(errors),
      default: errorResponse(error, '500', 'Internal server error.'),
    },
  };
}

/** Of a download in several formats, only the default one has a schema of its own. */
function contentOf({ download, stream }: Route, byDefault: Json): Json {
  const [type = stream ? 'text/event-stream' : 'application/json', ...others] = download?.types ?? [];
  const first = isBinary(type) ? binary : byDefault;
  return { [type]: first, ...Object.fromEntries(others.map((other) => [other, fileOf(other)])) };
}

const binary = { schema: { type: 'string', format: 'binary' }, example: '…' };
const isBinary = (type: string) => type.startsWith('application/') && type !== 'application/json';

function fileOf(type: string): Json {
  if (isBinary(type)) return binary;
  if (type === 'application/json') return { schema: { type: 'object' }, example: {} };
  return { schema: { type: 'string' }, example: '…' };
}

function exampleOf({ stream, list, path, download, example: ownExample }: Route, one: Json, components: Json): unknown {
  if (download && ownExample !== undefined) return ownExample;
  const [, first = ''] = path.split('/');
  const name = path.split('/').findLast((part) => part.endsWith('s')) ?? first;
  const example = makeExample(one, ownExample, name, { components, typical: typicalValues });
  if (stream) return `id: …\ndata: ${JSON.stringify(example)}\n\n`;
  return list ? [example] : example;
}

function securityOf({ access }: Route): Json[] {
  if (access === 'everybody') return [];
  return access === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}

function parametersOf(route: Route, input: InputSchema): Json {
  const parameters: Json[] = Object.entries(route.params).map(([name, field]) => ({
    name,
    in: 'path',
    required: true,
    schema: input.properties[field],
  }));
  const add = (where: 'query' | 'header', name: string, description: string, schema: Json = {}, required = false) =>
    parameters.push({ name, in: where, required, description, schema });
  if (route.list) {
    add('query', 'limit', `Maximum number of rows; default ${listCap}`, {
      type: 'integer',
      minimum: 1,
      maximum: listCap,
    });
    add('query', 'cursor', 'From the link to the next page', { type: 'string', maxLength: 4000 });
  }
  for (const name of route.filters) {
    const description = route.list && !name.startsWith('sort') ? `Only rows that match this ${name}` : `The ${name}`;
    add('query', name, description, input.properties[name], input.required.includes(name));
  }
  if (route.idempotency) {
    const description =
      'Key for safe retries: repeating a request with the same key and body within 24 hours returns the original response';
    add('header', 'Idempotency-Key', description, { type: 'string', maxLength: 255 });
  }
  if (route.stream) add('header', 'Last-Event-ID', 'The last id received', { type: 'string', maxLength: 100 });
  return parameters.length > 0 ? { parameters } : {};
}

interface InputSchema {
  properties: Record<string, Json>;
  required: string[];
}

function inputSchema({ procedure }: Route): InputSchema {
  const [input] = definitionOf(procedure).inputs;
  const { properties, required } = input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : {};
  return { properties: (properties ?? {}) as Record<string, Json>, required: required ?? [] };
}

function bodySchema(route: Route, input: InputSchema): Json {
  const elsewhere = new Set([...Object.values(route.params), ...(route.body?.omit ?? [])]);
  const properties = Object.entries(input.properties).filter(([name]) => !elsewhere.has(name));
  const required = input.required.filter((name) => !elsewhere.has(name));
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function errorResponse(schema: Json, status: string, when: string): Json {
  const code = Object.entries(errorTable).find(([, entry]) => String(entry.status) === status)?.[0];
  const example = { message: when, code, requestId: 'a3f1c9d0-6c1e-4a55-9b0e-2f7d8c6b5a41' };
  return { description: when, content: { 'application/json': { schema, example } } };
}
