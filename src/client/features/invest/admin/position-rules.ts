/** The server's own rules, as words per field. A module of its own: it brings the validation library with it. */
import type { ZodType } from 'zod';
import { addPositionInput, closePositionInput } from '~/shared/schemas/positions';

const schemas: Record<'add' | 'close', ZodType> = { add: addPositionInput, close: closePositionInput };

export function wrongPositionFields(form: keyof typeof schemas, values: unknown): Record<string, string> {
  const result = schemas[form].safeParse(values);
  const words: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) words[String(issue.path[0])] ??= issue.message;
  return words;
}
