import { type MouseEvent, type SubmitEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { fieldErrors } from '~/client/lib/error-message';
import { dismissToast, errorToast } from '~/client/lib/toast';
import { type LoadSchema, schemaResolver } from './schema-resolver';

/** A form's fields, flat. Declare them as a type alias: interfaces don't match an index signature. */
export type FormValues = Record<string, string | boolean>;

interface ServerFormOptions<Values extends FormValues> {
  defaultValues: Values;
  /** Stored values that may be loaded again: fields that the user has not changed follow them. */
  values?: Values;
  /** Imports the server's schema dynamically. Called on first focus. */
  loadSchema?: LoadSchema;
  /** Converts the values to the schema's input, if they differ. */
  toInput?: (values: Values) => unknown;
  /** Title of the error toast for a failed request. Without it, the caller reports the error. */
  failureTitle?: string;
  onValid: (values: Values) => void;
}

/**
 * Sets up react-hook-form as all forms use it: validates on submit, revalidates invalid fields on each change, shows
 * server errors at their fields and focuses the first invalid field.
 */
export function useServerForm<Values extends FormValues>(options: ServerFormOptions<Values>) {
  const { defaultValues, values, loadSchema, toInput, failureTitle, onValid } = options;
  const form = useForm<Values>({
    // Flat values are valid DefaultValues, but TypeScript can't prove that for a type parameter.
    defaultValues: defaultValues as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    ...(values && { values, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
    ...(loadSchema && { resolver: schemaResolver(loadSchema, toInput) }),
  });
  const { formState } = form;
  const failure = useRef<number>(undefined);
  // Flat values: their keys are the paths of the fields.
  const names = Object.keys(defaultValues) as Path<Values>[];

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second submit while the schema loads would send the request twice.
    if (formState.isSubmitting) return;
    readFields(event.currentTarget, names, form);
    // No resolver transforms the values, so the submitted ones have the same type.
    void form.handleSubmit((submitted) => {
      // Otherwise the previous attempt's error would stay visible beside the result of this one.
      if (failure.current) dismissToast(failure.current);
      onValid(submitted as Values);
    })();
  }

  /** Shows server errors at their fields. */
  function showErrors(errors: Record<string, string>) {
    const wrong = names.filter((name) => errors[name]);
    for (const name of wrong) form.setError(name, { message: errors[name] ?? '' }, { shouldFocus: name === wrong[0] });
  }

  return {
    ...form,
    formProps: {
      // If the form is submitted before the scripts run, GET would put its values into the URL.
      method: 'post' as const,
      noValidate: true,
      onSubmit,
      onClick: ignoreSecondClick,
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
      if (failureTitle) failure.current = errorToast(failureTitle, cause);
      showErrors(fieldErrors(cause));
    },
  };
}

/** If the server responds during a double click, the second click would submit the form after its reset. */
function ignoreSecondClick(event: MouseEvent<HTMLFormElement>) {
  const isSubmit = event.target instanceof Element && event.target.closest('[type=submit]');
  if (event.detail > 1 && isSubmit) event.preventDefault();
}

/** A field that the schema treats as a list has an error per invalid item; returns the first one. */
function messageOf(error: FieldError | (FieldError | undefined)[] | undefined): string | undefined {
  return Array.isArray(error) ? error.find(Boolean)?.message : error?.message;
}

/** Reads the values from the DOM, because password managers may fill fields without an event. */
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
      // A string like the known value, which the compiler can't derive from the name.
      form.setValue(name, value as PathValue<Values, Path<Values>>);
    }
  }
}
