import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { transformer } from './transformer';

const refused = 'The request contains a data type that is not accepted.';
const read = (value: unknown) => transformer.deserialize(JSON.parse(JSON.stringify(value)));

describe('what a request may be annotated with', () => {
  it('accepts what our own client sends', () => {
    const sent = {
      title: undefined,
      list: [undefined, { 'a.b': undefined, 'c\\d': undefined }],
      at: new Date('2026-01-02T03:04:05.678Z'),
      costs: Number.NaN,
      max: [Number.POSITIVE_INFINITY, -0],
    };
    expect(read(superjson.serialize(sent))).toEqual(sent);
    expect(read(superjson.serialize(undefined))).toBeUndefined();
    expect(read(superjson.serialize(new Date(0)))).toEqual(new Date(0));
    expect(read({ json: { a: 1 } })).toEqual({ a: 1 });
  });

  it.each([
    [{ length: 2 ** 30 }, ['typed-array', 'Float64Array']],
    ['x', 'bigint'],
    ['x', 'regexp'],
    ['x', 'URL'],
    [[], 'set'],
    [[], 'map'],
    [{}, 'Error'],
    ['x', ['symbol', 'x']],
    [{}, ['class', 'x']],
    [{}, ['custom', 'x']],
    ['x', 'toString'],
    // Accepted annotations on values that superjson never writes them for.
    [{ length: 9 }, 'Date'],
    [['x'], 'Date'],
    ['x'.repeat(31), 'Date'],
    ['1e9', 'number'],
    [{}, 'undefined'],
  ])('rejects %j as %j', (value, annotation) => {
    expect(() => read({ json: value, meta: { values: [annotation], v: 1 } })).toThrow(refused);
    expect(() => read({ json: { a: value }, meta: { values: { a: [annotation] }, v: 1 } })).toThrow(refused);
  });

  it.each([
    { values: { a: ['undefined', { b: ['undefined'] }] }, v: 1 },
    { values: { a: { b: ['undefined'] } }, v: 1 },
    { values: { a: [['undefined']] }, v: 1 },
    { values: { a: [] }, v: 1 },
    { values: { a: null }, v: 1 },
    { values: 'undefined', v: 1 },
    { values: null, v: 1 },
    { values: { a: ['undefined'] } },
    { values: { a: ['undefined'] }, v: 0 },
    { values: { none: ['undefined'] }, v: 1 },
    { values: { 'a.b': ['undefined'] }, v: 1 },
    { values: { 'constructor.prototype': ['undefined'] }, v: 1 },
    { values: { [`a${'.0'.repeat(40)}`]: ['undefined'] }, v: 1 },
    { values: { ['a'.repeat(501)]: ['undefined'] }, v: 1 },
    { referentialEqualities: { a: ['b'] }, v: 1 },
    { referentialEqualities: [['a']], v: 1 },
    { referentialEqualities: null },
    'undefined',
    null,
  ])('rejects the form %j', (meta) => {
    expect(() => read({ json: { a: null, b: null }, meta })).toThrow(refused);
  });

  it('allows at most a hundred values', () => {
    const values = (count: number) =>
      superjson.serialize(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, undefined])));
    expect(Object.keys(read(values(100)) as object)).toHaveLength(100);
    expect(() => read(values(101))).toThrow(refused);
  });

  it('rejects an annotation beside a value', () => {
    for (const payload of [null, undefined, 7, 'text'])
      expect(() => transformer.deserialize(payload as never)).toThrow('Invalid request.');
  });
});
