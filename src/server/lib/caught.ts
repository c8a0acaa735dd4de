/** Properties of a caught value. JavaScript can throw anything; system calls, drivers and libraries add a `code`. */

export const codeOf = (caught: unknown): string | undefined => textOf(caught, 'code');

export const messageOf = (caught: unknown): string => textOf(caught, 'message') ?? String(caught);

function textOf(caught: unknown, field: 'code' | 'message'): string | undefined {
  if (typeof caught !== 'object' || caught === null) return undefined;
  const value: unknown = Reflect.get(caught, field);
  return typeof value === 'string' ? value : undefined;
}

/** The reason of a failure in one line, unwrapped from its causes. */
export function reasonOf(error: unknown): string {
  const { message, cause, code, errors } = error as Error & { code?: string; errors?: unknown[] };
  // Several addresses were tried. The first error is enough.
  const [first] = errors ?? [];
  const inner = first ?? cause;
  const own = (message || code || String(error)).split('\n', 1)[0] as string;
  if (!(inner instanceof Error)) return own;
  const reason = reasonOf(inner);
  return own.includes(reason) ? own : `${own.replace(/\.$/, '')}: ${reason}`;
}
