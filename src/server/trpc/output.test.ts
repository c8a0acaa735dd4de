import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from './context';
import { createCallerFactory, publicProcedure, router } from './init';
import { OutputMismatch, output, uncheckedOutput } from './output';

const at = new Date(0);
const schema = z.strictObject({ items: z.array(z.strictObject({ id: z.string(), at: z.date() })) });
const matching = { items: [{ id: 'a', at }] };
const withExtra = { items: [{ id: 'a', at, password: 'secret' }], total: 1 };
const withWrongType = { items: [{ id: 7, at }] };

/** A caller of one procedure that returns a value its types do not allow, and the logged errors. */
function procedureThatReturns(value: unknown) {
  const logged: { err: Error; path: string }[] = [];
  const logger = { error: (details: { err: Error; path: string }) => logged.push(details) };
  const context = { deps: { logger }, requestId: 'x', hasToken: false } as unknown as Context;
  const procedure = publicProcedure.output(output(schema)).query(() => value as z.infer<typeof schema>);
  return { caller: createCallerFactory(router({ procedure }))(context), logged };
}

describe('an output schema', () => {
  it('returns a response that matches, and logs nothing', async () => {
    const { caller, logged } = procedureThatReturns(matching);
    expect(await caller.procedure()).toEqual(matching);
    expect(logged).toEqual([]);
  });

  it('drops unknown fields, and logs their place but no value', async () => {
    const { caller, logged } = procedureThatReturns(withExtra);
    expect(await caller.procedure()).toEqual(matching);
    expect(logged).toMatchObject([{ path: 'procedure', err: expect.any(OutputMismatch) }]);
    expect(logged[0]?.err.message).toContain('items.0: unrecognized_keys');
    expect(logged[0]?.err.message).not.toContain('secret');
  });

  it('never turns a mismatch into an error for the user', async () => {
    const { caller, logged } = procedureThatReturns(withWrongType);
    expect(await caller.procedure()).toEqual(withWrongType);
    expect(logged[0]?.err.message).toContain('items.0.id: invalid_type');
  });

  it('is not parsed where only its types are declared', () => {
    expect(uncheckedOutput(schema).parse(withExtra)).toBe(withExtra);
  });
});
