import { type FieldErrors, type FieldValues, useForm } from '~/client/hooks/use-form';
import { errorMessage, fieldErrors, isConflict, isGone } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { investWords as words } from '~/client/words/invest';

const loadRules = () => import('./position-rules');

interface PositionFormOptions<Name extends string> {
  form: 'add' | 'close';
  names: readonly Name[];
  /** What the fields say, as the call takes it. */
  toInput: (values: FieldValues<Name>) => unknown;
  onValid: (values: FieldValues<Name>) => void;
}

/** A form that changes the book: its rules, and the server's refusals beside their fields. */
export function usePositionForm<Name extends string>({ form, names, toInput, onValid }: PositionFormOptions<Name>) {
  const fields = useForm({
    names,
    // Without its rules (they could not be loaded) the form still works: the server checks everything again.
    check: async (values) =>
      loadRules().then(
        ({ wrongPositionFields }) => wrongPositionFields(form, toInput(values)) as FieldErrors<Name>,
        () => ({}),
      ),
    onValid,
  });
  return {
    ...fields,
    formProps: { ...fields.formProps, onFocus: () => void loadRules().catch(() => {}) },
    /** Puts what the server refused beside its field. */
    refuseFrom(cause: unknown) {
      const found = Object.entries(fieldErrors(cause)).filter(([name]) => names.some((own) => own === name));
      if (found.length > 0) fields.refuse(Object.fromEntries(found) as FieldErrors<Name>);
    },
  };
}

interface PositionChangeWords {
  done: string;
  failed: string;
}

/** What every change of the book does after the server's answer: a toast, and the book read again. */
export function usePositionChange({ done, failed }: PositionChangeWords, onDone: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess() {
      toast({ kind: 'success', title: words.success, description: done });
      onDone();
      void utils.positions.invalidate();
    },
    onError(cause: unknown) {
      toast({ kind: 'error', title: words.error, description: errorMessage(cause, failed) });
      // Somebody else was faster: what is shown is no longer the book.
      if (isConflict(cause) || isGone(cause)) void utils.positions.invalidate();
    },
  };
}
