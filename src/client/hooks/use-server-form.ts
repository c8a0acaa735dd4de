import type { SubmitEvent } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { errorMessage, fieldErrors } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { type LoadSchema, schemaResolver } from './schema-resolver';

/** The fields of a form, flat. A type alias, because an interface does not extend it. */
export type FormValues = Record<string, string | boolean>;

interface ServerFormOptions<Values extends FormValues> {
  defaultValues: Values;
  /** The server's schema, by a dynamic import. It starts with the first focus. */
  loadSchema?: LoadSchema;
  /** What the schema validates, where that is not the values as they are. */
  toInput?: (values: Values) => unknown;
  /** Title of the toast for a failed request. Without one the owner reports the failure. */
  failureTitle?: string;
  onValid: (values: Values) => void;
}

/**
 * react-hook-form as every form uses it: validated on submit, and an invalid field again on each change; errors of the
 * server beside their fields; the cursor in the first invalid field.
 */
export function useServerForm<Values extends FormValues>(options: ServerFormOptions<Values>) {
  const { defaultValues, loadSchema, toInput, failureTitle, onValid } = options;
  const form = useForm<Values>({
    // The values are flat, so they are their own defaults. TypeScript cannot see that of a type parameter.
    defaultValues: defaultValues as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    ...(loadSchema && { resolver: schemaResolver(loadSchema, toInput) }),
  });
  const { formState } = form;
  const names = Object.keys(defaultValues) as Path<Values>[];

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second submit while the schema is on its way would send the request twice.
    if (formState.isSubmitting) return;
    readFields(event.currentTarget, names, form);
    void form.handleSubmit((values) => onValid(values as Values))();
  }

  /** Puts errors of the server beside their fields. */
  function showErrors(errors: Record<string, string>) {
    const wrong = names.filter((name) => errors[name]);
    for (const name of wrong) form.setError(name, { message: errors[name] ?? '' }, { shouldFocus: name === wrong[0] });
  }

  return {
    ...form,
    formProps: {
      // A form that is submitted before the scripts run must not put its values into the address.
      method: 'post' as const,
      noValidate: true,
      onSubmit,
      onFocus: () => void loadSchema?.().catch(() => {}),
    },
    fieldProps: (name: Path<Values>, rules?: RegisterOptions<Values>) => ({
      ...form.register(name, {
        ...rules,
        onChange: () => {
          if (form.getFieldState(name).invalid) void form.trigger(name);
        },
      }),
      error: messageOf(form.getFieldState(name, formState).error),
    }),
    showErrors,
    onError(cause: unknown) {
      if (failureTitle) toast({ kind: 'error', title: failureTitle, description: errorMessage(cause) });
      showErrors(fieldErrors(cause));
    },
  };
}

/** A field that the schema sees as a list has an error for each wrong item: the first one is shown. */
function messageOf(error: FieldError | (FieldError | undefined)[] | undefined): string | undefined {
  return Array.isArray(error) ? error.find(Boolean)?.message : error?.message;
}

/** A password manager may fill a field without an event. */
function readFields<Values extends FormValues>(
  element: HTMLFormElement,
  names: readonly Path<Values>[],
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
) {
  const data = new FormData(element);
  for (const name of names) {
    const value = data.get(name);
    const known = form.getValues(name);
    if (typeof value === 'string' && typeof known === 'string' && value !== known) {
      form.setValue(name, value as PathValue<Values, Path<Values>>);
    }
  }
}
