/** Properties of a caught value. JavaScript can throw anything; system calls, drivers and libraries add a `code`. */

export const codeOf = (caught: unknown): string | undefined => textOf(caught, 'code');

export const messageOf = (caught: unknown): string => textOf(caught, 'message') ?? String(caught);

function textOf(caught: unknown, field: 'code' | 'message'): string | undefined {
  if (typeof caught !== 'object' || caught === null) return undefined;
  const value: unknown = Reflect.get(caught, field);
  return typeof value === 'string' ? value : undefined;
}
