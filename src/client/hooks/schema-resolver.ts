import type { FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';

export type LoadSchema = () => Promise<ZodType>;

/**
 * Validates with a schema that is loaded on first use, because zod is larger than most screens. If it can't be
 * loaded, the form still submits: the server validates again.
 */
export function schemaResolver<Values extends FieldValues>(
  loadSchema: LoadSchema,
  toInput: (values: Values) => unknown = (values) => values,
): Resolver<Values> {
  return async (current, context, options) => {
    // Copied, because the form mutates this object as the user types. Only the submitted values count.
    const values = { ...current };
    const loaded = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()]).catch(() => undefined);
    if (!loaded) return { values, errors: {} };
    const [{ zodResolver }, schema] = loaded;
    // Cast, because `toInput` may return another shape, such as a list of tickers. Errors still use the field names.
    const resolve = zodResolver(schema as ZodType<Values, Values>);
    const { errors } = await resolve(toInput(values) as Values, context, options);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}
