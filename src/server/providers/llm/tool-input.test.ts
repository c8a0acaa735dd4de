import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchema } from './tool-input';

it('describes whole numbers with inclusive bounds, because Gemini rejects exclusive ones', () => {
  const schema = z.object({
    page: z.int().positive(),
    rank: z.int().gt(2).min(1).lt(10).nullish(),
    list: z.array(z.int().negative()),
  });
  expect(inputSchema(schema).properties).toEqual({
    page: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    rank: { anyOf: [{ type: 'integer', minimum: 3, maximum: 9 }, { type: 'null' }] },
    list: { type: 'array', items: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: -1 } },
  });
});
