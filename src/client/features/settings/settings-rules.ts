/** The server's own rules, as words per field. A module of its own: it brings the validation library with it. */
import type { ZodType } from 'zod';
import { changePasswordInput, profileInput } from '~/shared/schemas/auth';

const schemas: Record<'profile' | 'password', ZodType> = { profile: profileInput, password: changePasswordInput };

export function wrongFields(form: keyof typeof schemas, values: unknown): Record<string, string> {
  const result = schemas[form].safeParse(values);
  const words: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) words[String(issue.path[0])] ??= issue.message;
  return words;
}
