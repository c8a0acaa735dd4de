/** The server's own rules, as words per field. A module of its own: it brings the validation library with it. */
import { type ZodType, z } from 'zod';
import { loginInput, newPassword, registerInput } from '~/shared/schemas/auth';

const schemas: Record<'login' | 'register' | 'forgot' | 'reset', ZodType> = {
  login: loginInput,
  register: registerInput,
  // Stricter than the server, which takes any text: a slip of the finger is told at once.
  forgot: registerInput.pick({ email: true }),
  reset: z.object({ newPassword }),
};

export function wrongFields(form: keyof typeof schemas, values: unknown): Record<string, string> {
  const result = schemas[form].safeParse(values);
  const words: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) words[String(issue.path[0])] ??= issue.message;
  return words;
}
