/** JSON that PostgreSQL can store: without NUL characters and lone surrogates. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'string' ? one.replaceAll('\u0000', '\uFFFD').toWellFormed() : one,
  );
