import fc from 'fast-check';
import superjson, { type SuperJSONResult } from 'superjson';
import { describe, expect, it } from 'vitest';
import { serializePlain, transformer } from './transformer';

const overTheWire = (result: SuperJSONResult) => superjson.deserialize(JSON.parse(JSON.stringify(result)));

describe('the fast path around superjson', () => {
  it('deserializes like superjson’s own output, whatever is sent', () => {
    const values = fc.anything({
      withDate: true,
      withBigInt: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
    });
    const key = fc.constantFrom('a', 'b.c', 'd\\e', '', '0', 'json', 'meta');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(fc.string(), fc.double(), fc.date(), fc.constantFrom(null, undefined, true, Number.NaN, -0)),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(values, tree), (value) => {
        let expected: unknown;
        try {
          expected = overTheWire(superjson.serialize(value));
        } catch {
          expect(() => transformer.serialize(value)).toThrow();
          return;
        }
        expect(overTheWire(transformer.serialize(value))).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('serializes a token, a page of messages and the end of an answer on the fast path, exactly like superjson', () => {
    const createdAt = new Date('2026-01-02T03:04:05.678Z');
    const message = (at: Date) => ({
      id: 'm',
      role: 'user',
      attachments: [],
      metadata: { processing: false },
      createdAt: at,
    });
    const sent = [
      { id: 'm:1:4', data: { type: 'text', messageId: 'm', attempt: 1, seq: 3, at: 4, text: 'rates' } },
      { items: [message(createdAt), message(new Date(0))], nextCursor: null },
      { id: 'm:1:9', data: { type: 'finished', messageId: 'm', attempt: 1, seq: 4, message: message(createdAt) } },
    ];
    for (const value of sent) {
      expect(JSON.stringify(serializePlain(value))).toBe(JSON.stringify(superjson.serialize(value)));
    }
  });

  it('leaves cycles, class instances and forbidden names to superjson', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const value of [
      circle,
      { map: new Map() },
      { a: undefined },
      JSON.parse('{"__proto__": 1}'),
      { at: new Date('no') },
    ]) {
      expect(serializePlain(value)).toBeNull();
    }
  });
});
