/**
 * Output schemas of procedures. TypeScript already checks services against the same schemas, so a mismatch can only
 * come from values that types do not see, such as an extra column or JSON stored by an older version. It fails the
 * tests; in production it is logged and the user still gets the response, without the unknown fields.
 */
import type { z } from 'zod';

export interface Output<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  parse(value: unknown): z.output<Schema>;
}

export const output = <Schema extends z.ZodType>(schema: Schema): Output<Schema> => ({
  schema,
  parse(value) {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new OutputMismatch(value, result.error.issues);
  },
});

/** Types and documentation only: for long lists of messages, where parsing would cost CPU time that streams need. */
export const uncheckedOutput = <Schema extends z.ZodType>(schema: Schema): Output<Schema> => ({
  schema,
  parse: (value) => value as z.output<Schema>,
});

/** Names the first mismatch by its place; never contains a value. */
export class OutputMismatch extends Error {
  override readonly name = 'OutputMismatch';
  constructor(
    private readonly value: unknown,
    private readonly issues: readonly z.core.$ZodIssue[],
  ) {
    const places = issues.slice(0, 5).map(({ code, path }) => `${path.join('.') || 'response'}: ${code}`);
    super(`The response does not match its output schema (${places.join(', ')})`);
  }

  /** A copy of the response without the fields that the schema does not name. */
  withoutUnknownFields(): unknown {
    const copy = structuredClone(this.value);
    for (const issue of this.issues) {
      if (issue.code !== 'unrecognized_keys') continue;
      const owner = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], copy);
      for (const key of issue.keys) delete (owner as Record<string, unknown>)[key];
    }
    return copy;
  }
}
