/** Random requests generated from the API's own document: each nearly valid, or not at all. */
import fc from 'fast-check';
import {
  almostValidBody,
  malformedBodies,
  malformedPathValues,
  malformedTexts,
  malformedValues,
  nested,
} from './malformed-values';
import { uuid } from './valid-inputs';

export interface MalformedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface Schema {
  properties?: Record<string, unknown>;
}
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema; example: Record<string, unknown> } } };
}

const megabyte = 'x'.repeat(1_000_000);

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      ...malformedTexts,
      `/objects/../../${uuid}`,
      '100000000.00',
      'Infinity',
      'Invalid Date',
      '00000000-0000-0000-0000-000000000000',
    ),
  },
  { weight: 1, arbitrary: fc.constant(megabyte) },
);

const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...malformedValues,
      { contains: '@' },
      { not: null },
      Array.from({ length: 7 }, () => ({ type: 'x', name: 'x', size: 1, url: 'x' })),
    ),
  },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 6 }) },
);

const rawBody = fc.constantFrom<string | undefined>(
  ...malformedBodies,
  undefined,
  '[null]',
  'true',
  '{}',
  '}',
  '{"a":}',
  "{'a':1}",
  '{"a":1e999}',
  '{"a":1,"a":2}',
  '{"title":"one","title":{"two":2}}',
  '{"title":"\\ud800"}',
  '{"content":"\\u0000"}',
  '{"title":"\\x00"}',
  '{"toString":1,"hasOwnProperty":1}',
  `{"title":${nested(10_000)}}`,
  `{"content":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
  `{"email":"${megabyte}"}`,
  `{"title":"${megabyte}${megabyte}"}`,
);

const pathValue = (known: string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...malformedPathValues,
        'x',
        '0',
        '%ud800',
        'null',
        '%20',
        'x'.repeat(3000),
        `${uuid}%0d%0aSet-Cookie:%20a=b`,
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((value) => encodeURIComponent(value.toWellFormed())) },
  );

const queryValue = fc.constantFrom(
  '',
  '0',
  '1',
  '1000',
  '1001',
  '-1',
  '1.5',
  'x',
  '%00',
  '%',
  '%ud800',
  'zzzzzzzzzzzz',
  `zzzzzzzzzz.${uuid}`,
  `0.${uuid}`,
  `${uuid}:1:999999999`,
  'a%0adata: b',
  'x'.repeat(200),
);

const headers = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-type': 'application/json; charset=odd' },
  { 'content-type': 'multipart/form-data' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'odd' },
  { accept: 'text/event-stream' },
  { 'idempotency-key': 'the same key' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': '\xe9' },
  { 'last-event-id': 'x'.repeat(500) },
  { authorization: 'Bearer qi_nonsense' },
  { authorization: 'Bearer' },
  { authorization: `Bearer qi_${'x'.repeat(5000)}` },
  { cookie: 'qinsight_session=;;;=;qinsight_session' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': 'x'.repeat(1000) },
);

/** Requests for every operation of a document. `known` are existing ids. */
export function oddRequests(
  paths: Record<string, Record<string, object>>,
  known: string[],
): fc.Arbitrary<MalformedRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return fc
      .record({
        method: fc.oneof(
          { weight: 15, arbitrary: fc.constant(method.toUpperCase()) },
          { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'DELETE') },
        ),
        id: pathValue(known),
        query: fc.array(fc.tuple(fc.constantFrom(...query, 'other', '__proto__', 'limit[]'), queryValue), {
          maxLength: 3,
        }),
        headers,
        body: bodyOf(operation),
      })
      .map(({ method, id, query, headers, body }) => {
        const search = query.map(([name, value]) => `${name}=${value}`).join('&');
        const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
        return {
          method,
          path: path.replaceAll(/\{\w+\}/g, () => id) + (search ? `?${search}` : ''),
          headers,
          body: hasBody ? body : undefined,
        };
      });
  });
}

function bodyOf({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
  if (!requestBody) return rawBody;
  const { schema, example } = requestBody.content['application/json'];
  const others = [...Object.keys(schema.properties ?? {}), 'id', 'userId', 'isAdmin', '__proto__'];
  const almostValid = almostValidBody(example, odd, others);
  const fewer = fc.subarray(Object.keys(example)).map((kept) => JSON.stringify(example, kept));
  return fc.oneof(
    { weight: 6, arbitrary: almostValid },
    { weight: 2, arbitrary: fewer },
    { weight: 3, arbitrary: rawBody },
  );
}
