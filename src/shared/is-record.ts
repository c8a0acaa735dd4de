/** For data from outside, whose fields are checked one by one. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty for a value without fields, so that each field is undefined. The fields of a list are its items. */
export const recordOf = (value: unknown): UnknownRecord =>
  // Every object has this type, but TypeScript requires an index signature.
  typeof value === 'object' && value !== null ? (value as UnknownRecord) : {};
