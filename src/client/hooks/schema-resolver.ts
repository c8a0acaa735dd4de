import type { FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';

export type LoadSchema = () => Promise<ZodType>;

/**
 * Validates with a schema that is loaded when it is first needed: zod is larger than most screens. When it cannot be
 * loaded, the form still works, because the server validates everything again.
 */
export function schemaResolver<Values extends FieldValues>(
  loadSchema: LoadSchema,
  toInput: (values: Values) => unknown = (values) => values,
): Resolver<Values> {
  return async (current, context, options) => {
    // The form changes this object as the user types. What is validated, and sent, is what was submitted.
    const values = { ...current };
    const loaded = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()]).catch(() => undefined);
    if (!loaded) return { values, errors: {} };
    const [{ zodResolver }, schema] = loaded;
    // `toInput` may give what is not a form's values, such as a list of tickers; the errors still name the fields.
    const resolve = zodResolver(schema as ZodType<Values, Values>);
    const { errors } = await resolve(toInput(values) as Values, context, options);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}
