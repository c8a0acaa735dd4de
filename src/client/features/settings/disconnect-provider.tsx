import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { settingsWords } from '~/client/words/settings';
import { providerWords as words } from '~/client/words/sign-in-providers';

interface DisconnectProviderProps {
  identity: { id: string; name: string };
  onClose: () => void;
}

export function DisconnectProvider({ identity, onClose }: DisconnectProviderProps) {
  const utils = trpc.useUtils();
  const proof = useProof();
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/identities').then(({ disconnectIdentityInput }) =>
        disconnectIdentityInput.pick(proof.needsPassword ? { password: true } : {}),
      ),
    failureTitle: words.disconnectFailed,
    onValid: ({ password }) => disconnect.mutate({ id: identity.id, ...(proof.needsPassword && { password }) }),
  });
  const disconnect = trpc.identities.disconnect.useMutation({
    onSuccess() {
      void utils.identities.list.invalidate();
      void utils.sessions.list.invalidate();
      toast({ kind: 'success', title: words.disconnected });
      onClose();
    },
    onError,
  });
  return (
    <FormDialog
      title={words.disconnectTitle(identity.name)}
      formProps={formProps}
      pending={disconnect.isPending}
      submitLabel={words.disconnect}
      pendingLabel={words.disconnecting}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.disconnectBody}</Text>
      <ProofField
        proof={proof}
        page="/settings?tab=password"
        label={settingsWords.tokenPassword}
        autoComplete="current-password"
        {...fieldProps('password')}
      />
    </FormDialog>
  );
}
