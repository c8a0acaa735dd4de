import { useServerForm } from '~/client/hooks/use-server-form';
import { fieldErrors } from '~/client/lib/error-message';
import { useProof } from '~/client/lib/sign-in-methods';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';
import type { useUserActions } from './use-user-actions';

interface ResetSecondFactorDialogProps {
  user: UserRow;
  reset: ReturnType<typeof useUserActions>['resetSecondFactor'];
  onClose: () => void;
}

/** Requires the acting administrator's password, like changing admin rights. */
export function ResetSecondFactorDialog({ user, reset, onClose }: ResetSecondFactorDialogProps) {
  const proof = useProof();
  const { formProps, fieldProps, showErrors } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/accounts').then(({ resetSecondFactorInput }) =>
        resetSecondFactorInput.pick(proof.needsPassword ? { password: true } : {}).required(),
      ),
    onValid: ({ password }) =>
      reset.mutate(
        { userId: user.id, ...(proof.needsPassword && { password }) },
        {
          onSuccess: onClose,
          onError(cause) {
            const { password: wrong } = fieldErrors(cause);
            if (wrong) showErrors({ password: wrong });
            else onClose();
          },
        },
      ),
  });
  return (
    <FormDialog
      formProps={formProps}
      title={words.resetSecondFactor}
      description={words.resetSecondFactorBody(user.email)}
      submitLabel={words.resetSecondFactor}
      pendingLabel={words.resettingSecondFactor}
      pending={reset.isPending}
      onClose={onClose}
    >
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
