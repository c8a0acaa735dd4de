import { useEffect } from 'react';
import { onPageRestored } from '~/client/lib/page-restored';
import { trpc } from '~/client/lib/trpc';
import { providerWords as words } from '~/client/words/sign-in-providers';
import { ProviderDialog } from './provider-dialog';

interface ConnectProviderProps {
  provider: { id: string; name: string };
  onClose: () => void;
}

/** Asks for a proof, then redirects to the provider. */
export function ConnectProvider({ provider, onClose }: ConnectProviderProps) {
  const connect = trpc.identities.connect.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
  const { reset } = connect;
  useEffect(() => onPageRestored(reset), [reset]);
  return (
    <ProviderDialog
      title={words.connectTitle(provider.name)}
      body={words.connectBody(provider.name)}
      submitLabel={words.connect}
      pendingLabel={words.connecting}
      failureTitle={words.connectFailed}
      pending={connect.isPending || connect.isSuccess}
      takesCode
      onSubmit={(proof, outcome) => connect.mutate({ providerId: provider.id, ...proof }, outcome)}
      onClose={onClose}
    />
  );
}
