/** Validates search parameters of a URL; undefined if they are invalid. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
export const idOf = (value: unknown) => (typeof value === 'string' && uuid.test(value) ? value : undefined);
