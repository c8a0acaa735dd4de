/** The arguments of a tool: the JSON schema sent to the model, and validation of the model's input. */
import { z } from 'zod';
import { ToolError } from './types';

export function readInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ToolError(issue?.message ?? 'The arguments do not fit.');
}

/** Caches JSON schemas, because the conversion takes longer than all other preparation of a request. */
const known = new WeakMap<z.ZodType, Record<string, unknown>>();

/** Properties with a default or that are optional are not required. */
export function inputSchema(schema: z.ZodType): Record<string, unknown> {
  const earlier = known.get(schema);
  if (earlier) return earlier;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => makeBoundsInclusive(jsonSchema),
  });
  known.set(schema, json);
  return json;
}

/** Gemini rejects a request with exclusive bounds, which zod writes for `positive()`. */
function makeBoundsInclusive(json: z.core.JSONSchema.BaseSchema): void {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = json;
  if (type !== 'integer') return;
  if (typeof exclusiveMinimum === 'number') {
    json.minimum = Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum + 1);
    delete json.exclusiveMinimum;
  }
  if (typeof exclusiveMaximum === 'number') {
    json.maximum = Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum - 1);
    delete json.exclusiveMaximum;
  }
}
