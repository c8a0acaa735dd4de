import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { passkeyWords as words } from '~/client/words/passkeys';
import type { PasskeySummary } from '~/shared/schemas/passkeys';

interface RemovePasskeyProps {
  passkey: PasskeySummary;
  onClose: () => void;
}

/** Requires the password or a passkey, which may be the one being removed. */
export function RemovePasskey({ passkey: { id, name }, onClose }: RemovePasskeyProps) {
  const utils = trpc.useUtils();
  const proof = useProof();
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/passkeys').then(({ removePasskeyInput }) =>
        removePasskeyInput.pick(proof.needsPassword ? { password: true } : {}).required(),
      ),
    failureTitle: words.removeFailed,
    onValid: ({ password }) => remove.mutate({ id, ...(proof.needsPassword && { password }) }),
  });
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess() {
      void utils.passkeys.list.invalidate();
      void utils.secondFactor.status.invalidate();
      void utils.identities.list.invalidate();
      toast({ kind: 'success', title: words.removed });
      onClose();
    },
    onError,
  });
  return (
    <FormDialog
      formProps={formProps}
      title={words.removeTitle(name)}
      submitLabel={words.remove}
      pendingLabel={words.removing}
      pending={remove.isPending}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.removeBody}</Text>
      <ProofField
        proof={proof}
        page="/settings?tab=password"
        label={words.yourPassword}
        autoComplete="current-password"
        {...fieldProps('password')}
      />
    </FormDialog>
  );
}
