import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { trpc } from '~/client/lib/trpc';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { settingsWords } from '~/client/words/settings';
import { providerWords as words } from '~/client/words/sign-in-providers';

interface ConnectProviderProps {
  provider: { id: string; name: string };
  onClose: () => void;
}

/** Asks for the password, then leaves for the provider. */
export function ConnectProvider({ provider, onClose }: ConnectProviderProps) {
  const proof = useProof();
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/identities').then(({ connectIdentityInput }) =>
        connectIdentityInput.pick(proof.needsPassword ? { password: true } : {}),
      ),
    failureTitle: words.connectFailed,
    onValid: ({ password }) => connect.mutate({ providerId: provider.id, ...(proof.needsPassword && { password }) }),
  });
  const connect = trpc.identities.connect.useMutation({
    onSuccess: ({ url }) => window.location.assign(url),
    onError,
  });
  return (
    <FormDialog
      title={words.connectTitle(provider.name)}
      formProps={formProps}
      pending={connect.isPending || connect.isSuccess}
      submitLabel={words.connect}
      pendingLabel={words.connecting}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.connectBody(provider.name)}</Text>
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
