import type { ComponentProps } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { fieldErrors } from '~/client/lib/error-message';
import { useProof } from '~/client/lib/sign-in-methods';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { adminWords as words } from '~/client/words/admin';

interface Outcome {
  onSuccess: () => void;
  onError: (cause: unknown) => void;
}

interface UserProofDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'formProps' | 'children'> {
  /** Called with the password, for administrators who have one. */
  onSubmit: (proof: { password?: string }, outcome: Outcome) => void;
}

/** Requires the acting administrator's password. Closes on other errors, because the mutation shows them in a toast. */
export function UserProofDialog({ onSubmit, ...dialog }: UserProofDialogProps) {
  const proof = useProof();
  const { formProps, fieldProps, showErrors } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/accounts').then(({ setAdminInput }) =>
        setAdminInput.pick(proof.needsPassword ? { password: true } : {}),
      ),
    onValid: ({ password }) =>
      onSubmit(proof.needsPassword ? { password } : {}, {
        onSuccess: dialog.onClose,
        onError(cause) {
          const { password: wrong } = fieldErrors(cause);
          if (wrong) showErrors({ password: wrong });
          else dialog.onClose();
        },
      }),
  });
  return (
    <FormDialog formProps={formProps} {...dialog}>
      <ProofField
        proof={proof}
        page="/settings?tab=admin"
        label={words.yourPassword}
        autoComplete="current-password"
        autoFocus
        {...fieldProps('password')}
      />
    </FormDialog>
  );
}
