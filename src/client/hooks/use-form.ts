import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;
export type FieldValues<Name extends string> = Record<Name, string>;

interface FormOptions<Name extends string> {
  names: readonly Name[];
  /** Words per field that is not right; empty when all are. */
  check: (values: FieldValues<Name>) => Promise<FieldErrors<Name>>;
  onValid: (values: FieldValues<Name>) => void;
}

/**
 * A form of text fields. The page's own inputs keep the values, so that what a password manager fills in counts,
 * and nothing typed is lost when an attempt fails. Rules may arrive late: `check` is asked on submit, and again on
 * every change of a field that was wrong.
 */
export function useForm<Name extends string>({ names, check, onValid }: FormOptions<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [refusals, setRefusals] = useState(0);
  const latestCheck = useRef(0);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function read(): FieldValues<Name> {
    const data = form.current ? new FormData(form.current) : new FormData();
    return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as FieldValues<Name>;
  }

  /** The newest answer, or undefined when a newer question has been asked meanwhile. */
  async function checkNow(): Promise<FieldErrors<Name> | undefined> {
    latestCheck.current += 1;
    const turn = latestCheck.current;
    const found = await check(read());
    return turn === latestCheck.current ? found : undefined;
  }

  function refuse(found: FieldErrors<Name>): void {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = await checkNow();
    if (!found) return;
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    onValid(read());
  }

  async function onInput(event: InputEvent<HTMLFormElement>) {
    const name = (event.target as HTMLInputElement).name as Name;
    if (!errors[name]) return;
    const found = await checkNow();
    if (found) setErrors((shown) => ({ ...shown, [name]: found[name] }));
  }

  return {
    formProps: { ref: form, noValidate: true, onSubmit, onInput },
    fieldProps: (name: Name) => ({ name, error: errors[name] }),
    /** Puts the server's words beside their fields and the cursor into the first of them. */
    refuse,
    read,
  };
}
