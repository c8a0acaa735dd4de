import { useServerForm } from '~/client/hooks/use-server-form';
import { useLeaveAccount } from '~/client/lib/session';
import { useProof } from '~/client/lib/sign-in-methods';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { settingsWords as words } from '~/client/words/settings';

interface DeleteAccountDialogProps {
  email: string;
  onClose: () => void;
}

/** Requires the typed email and the password. Default export for `lazy`. */
export default function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  const leave = useLeaveAccount();
  const proof = useProof();
  const { formProps, fieldProps } = useServerForm({
    defaultValues: { email: '', password: '' },
    loadSchema: async () => {
      const { deleteAccountInput } = await import('~/shared/schemas/account');
      const ownEmail = deleteAccountInput.shape.email.refine((typed) => typed === email, words.deleteEmailWrong);
      const input = deleteAccountInput.extend({ email: ownEmail });
      return proof.needsPassword ? input : input.omit({ password: true });
    },
    onValid: ({ email: typed, password }) => remove.mutate({ email: typed, ...(proof.needsPassword && { password }) }),
  });
  const remove = trpc.account.delete.useMutation({
    onSuccess: leave,
    onError: (cause) => errorToast(words.deleteFailed, cause),
  });
  return (
    <FormDialog
      isDangerous
      formProps={formProps}
      title={words.deleteTitle}
      description={words.deleteBody}
      submitLabel={words.deleteAccount}
      pendingLabel={words.deleting}
      pending={remove.isPending || remove.isSuccess}
      onClose={onClose}
    >
      <TextField
        label={words.deleteEmail(email)}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...fieldProps('email')}
      />
      <ProofField
        proof={proof}
        page="/settings"
        label={words.deletePassword}
        autoComplete="current-password"
        {...fieldProps('password')}
      />
    </FormDialog>
  );
}
