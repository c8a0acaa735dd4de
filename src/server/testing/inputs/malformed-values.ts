/** Odd values that every fuzz test sends, whatever the protocol. Each test adds its own. */
import fc from 'fast-check';
import { uuid } from './valid-inputs';

export const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

/** Texts that break parsers, patterns, numbers, dates, databases and screens. */
export const malformedTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u202e\u2066',
  'x'.repeat(2001),
  '🙂'.repeat(1001),
  "' OR 1=1; DROP TABLE users; --",
  '%_\\',
  '../../../etc/passwd',
  `/objects/${uuid}?expires=x&signature=%`,
  '__proto__',
  'constructor',
  '0.005',
  '99999999.99',
  '1e7',
  '1e999',
  '-1',
  'NaN',
  '٣.٥',
  '9999-12-31T23:59:59Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '2024-02-30T00:00:00.000Z',
  'person@example.com',
  uuid,
  uuid.toUpperCase(),
];

/** Values of the wrong type, or out of range. */
export const malformedValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  { toString: 'x', length: -1, valueOf: 1 },
];

/** Bodies that are wrong before any field is read, or that try to change prototypes. */
export const malformedBodies = [
  '',
  'null',
  '[]',
  '""',
  '7',
  '{',
  '{"a":NaN}',
  '\u0000',
  '\ufeff{}',
  '{"__proto__":{"polluted":1,"title":"x","isAdmin":true}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  nested(10_000),
];

/** Names of path parameters that a router or a decoder may stumble over. */
export const malformedPathValues = [
  uuid,
  uuid.toUpperCase(),
  '%00',
  '%',
  '%E0%A4%A',
  '..%2f..',
  '__proto__',
  'constructor',
];

/** A valid body with at most two fields replaced, or of `others` added. */
export const almostValidBody = (
  right: Record<string, unknown>,
  odd: fc.Arbitrary<unknown>,
  others: readonly string[],
): fc.Arbitrary<string> =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(right), ...others), odd, { maxKeys: 2, noNullPrototype: true })
    .map((wrong) => JSON.stringify({ ...right, ...wrong }));
