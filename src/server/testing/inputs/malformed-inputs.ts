/** Inputs that our own clients never send, as fast-check arbitraries: values, their encoding, and frames. */
import fc from 'fast-check';
import superjson from 'superjson';
import { malformedTexts, malformedValues, nested } from './malformed-values';
import { uuid, validInputs } from './valid-inputs';

/** Known field names, so that some of the random values pass the first validation. */
const fieldNames = [
  'conversationId',
  'messageId',
  'userId',
  'id',
  'clientRequestId',
  'content',
  'attachments',
  'title',
  'cursor',
  'limit',
  'email',
  'password',
  'firstName',
  'name',
  'ticker',
  'avgEntryPrice',
  'purchaseDate',
  'closePrice',
  'isLocked',
  'seedPositions',
  'token',
  'lastEventId',
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ...malformedTexts,
    '🙂'.repeat(3000),
    '#{7*7}{{7*7}}',
    '/objects/../../etc/passwd',
    `http://127.0.0.1/objects/${uuid}`,
    '-0',
    '0x10',
    `zzzzzzzzzz.${uuid}`,
    `0.${uuid}`,
    '-1.x',
    'zzzzzzzzzzzz',
    `${uuid}:1:999999999`,
  ),
);
const number = fc.constantFrom(1, 101, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom<unknown>(
    ...malformedValues,
    undefined,
    new Date(Number.NaN),
    new Date(8.64e15),
    2n ** 70n,
    new Map([['a', 1]]),
    new Set([1]),
    /(a+)+$/,
    new URL('https://example.com'),
    new Error('sent along'),
  ),
  fc.array(text, { maxLength: 7 }),
  fc.dictionary(fc.constantFrom('contains', 'gt', 'not', 'toString', 'length', 'then'), text, { maxKeys: 3 }),
);
const records = (names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 5, noNullPrototype: true });
const record = records(fieldNames);
/** superjson itself refuses to write these names, but an attacker does not use it. */
const rawRecord = records([...fieldNames, '__proto__', 'constructor', 'prototype']);

/** A valid call except for one or two fields: such input gets the furthest. */
export const almostValid: fc.Arbitrary<{ path: string; body: string }> = fc
  .constantFrom(...Object.keys(validInputs))
  .chain((path) => {
    const right = validInputs[path] as Record<string, unknown>;
    return fc
      .dictionary(fc.constantFrom(...Object.keys(right)), odd, { minKeys: 0, maxKeys: 2, noNullPrototype: true })
      .map((wrong) => ({ path, body: JSON.stringify(superjson.serialize({ ...right, ...wrong })) }));
  });

/** An input as the body of a request: mostly in superjson's form, sometimes with a form that only looks like it. */
export const body: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(record, odd).map((value) => JSON.stringify(superjson.serialize(value))) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(rawRecord, odd)
      .map((value) => JSON.stringify(value, (_key, v) => (typeof v === 'bigint' ? `${v}` : v)) ?? ''),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'null',
      '[]',
      '{}',
      '"text"',
      '0',
      '{"json":1e999}',
      '{"json":{"limit":1e999,"cursor":null}}',
      '{"json":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
      '{"json":{"a":1},"meta":{"values":{"__proto__.polluted":["Date"]}}}',
      '{"json":{"a":{"b":1}},"meta":{"values":{"constructor.prototype.polluted":["Date"]}}}',
      '{"json":{"a":1},"meta":{"referentialEqualities":{"a":["__proto__.polluted"]}}}',
      '{"json":{"a":1},"meta":{"referentialEqualities":[["constructor.prototype.polluted"]]}}',
      '{"json":{"email":{"length":33554432}},"meta":{"values":{"email":[["typed-array","Float64Array"]]},"v":1}}',
      '{"json":{"length":33554432},"meta":{"values":[["typed-array","Uint8Array"]]}}',
      '{"json":"x","meta":{"values":["Date"]}}',
      '{"json":"x","meta":{"values":["bigint"]}}',
      '{"json":"/(a+)+$/","meta":{"values":["regexp"]}}',
      '{"json":"x","meta":{"values":["URL"]}}',
      '{"json":[1],"meta":{"values":["map"]}}',
      '{"json":"x","meta":{"values":[["class","Object"]]}}',
      '{"json":"x","meta":{"values":[["custom","x"]]}}',
      '{"json":"x","meta":{"values":[["typed-array","Uint8Array"]]}}',
      '{"json":{},"meta":{"values":{"a.b.c":["Date"]}}}',
      '{"json":{},"meta":7}',
      '{"json":{},"meta":{"values":null,"v":99}}',
      `{"json":${nested(10_000)}}`,
      `{"json":{"content":${nested(10_000, '{"a":', '1').slice(0, -10_000)}1${'}'.repeat(10_000)}}}`,
      `{"json":{"title":"${'x'.repeat(50_000)}"}}`,
      '{"json":{"title":"\\ud800","content":"\\u0000"}}',
      '\u0000',
      '{"json":{"a":1}',
      '{"0":{"json":{}},"__proto__":{"json":{}}}',
    ),
  },
);

/** Anything that may arrive on an open socket. */
export const frame = (paths: string[]): fc.Arbitrary<string | Buffer> => {
  const path = fc.oneof(
    fc.constantFrom(...paths),
    fc.constantFrom('', '.', 'none.such', '__proto__', 'constructor.name', 'auth'),
  );
  const call = fc
    .tuple(
      fc.constantFrom<unknown>(1, 2, 'x', null, -1, 1e308, {}, true),
      fc.constantFrom('query', 'mutation', 'subscription', 'subscription.stop', 'subscribe', '', '__proto__'),
      path,
      body,
      fc.constantFrom('', ',"lastEventId":"start"', ',"lastEventId":7', ',"jsonrpc":"1.0"'),
    )
    .map(([id, method, name, input, more]) => {
      const params = `{"path":${JSON.stringify(name)},"input":${isJson(input) ? input : '{}'}${more}}`;
      return `{"id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":${params}}`;
    });
  return fc.oneof(
    { weight: 6, arbitrary: call },
    { weight: 1, arbitrary: call.map((one) => `[${one},${one},7,null]`) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 2, arbitrary: body },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'PING',
        'PONG',
        '{"method":"connectionParams","data":null}',
        '{"id":1}',
        '[]',
        '[[]]',
        '{"id":1,"method":"query"}',
      ),
    },
  );
};

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
