/** The arguments of a tool: their schema as the wire wants it, and what a model has sent, checked. */
import { z } from 'zod';
import { ToolRefusal } from './types';

export function readInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ToolRefusal(issue?.message ?? 'The arguments do not fit.');
}

/** Translating one takes longer than all else that a question prepares, and they never change. */
const known = new WeakMap<z.ZodType, Record<string, unknown>>();

/** What may be left out is not required. */
export function inputSchema(schema: z.ZodType): Record<string, unknown> {
  const earlier = known.get(schema);
  if (earlier) return earlier;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input' });
  known.set(schema, json);
  return json;
}
