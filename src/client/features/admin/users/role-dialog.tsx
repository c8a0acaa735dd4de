import { useServerForm } from '~/client/hooks/use-server-form';
import { fieldErrors } from '~/client/lib/error-message';
import { useProof } from '~/client/lib/sign-in-methods';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';
import type { useUserActions } from './use-user-actions';

interface RoleDialogProps {
  user: UserRow;
  isOpen: boolean;
  setAdmin: ReturnType<typeof useUserActions>['setAdmin'];
  onClose: () => void;
}

/** Changing admin rights requires the acting administrator's password. */
export function RoleDialog({ user, isOpen, setAdmin, onClose }: RoleDialogProps) {
  const proof = useProof();
  const title = user.isAdmin ? words.removeAdmin : words.makeAdmin;
  const { formProps, fieldProps, showErrors } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/accounts').then(({ setAdminInput }) =>
        setAdminInput.pick(proof.needsPassword ? { password: true } : {}),
      ),
    onValid: ({ password }) =>
      setAdmin.mutate(
        { userId: user.id, isAdmin: !user.isAdmin, ...(proof.needsPassword && { password }) },
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
      isOpen={isOpen}
      isDangerous
      formProps={formProps}
      title={title}
      description={user.isAdmin ? words.removeAdminBody(user.email) : words.makeAdminBody(user.email)}
      submitLabel={title}
      pending={setAdmin.isPending}
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
