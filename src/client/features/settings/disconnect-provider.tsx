import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { providerWords as words } from '~/client/words/sign-in-providers';
import { ProviderDialog } from './provider-dialog';

interface DisconnectProviderProps {
  identity: { id: string; name: string };
  onClose: () => void;
}

export function DisconnectProvider({ identity, onClose }: DisconnectProviderProps) {
  const utils = trpc.useUtils();
  const disconnect = trpc.identities.disconnect.useMutation({
    onSuccess() {
      void utils.identities.list.invalidate();
      void utils.sessions.list.invalidate();
      toast({ kind: 'success', title: words.disconnected });
      onClose();
    },
  });
  return (
    <ProviderDialog
      title={words.disconnectTitle(identity.name)}
      body={words.disconnectBody}
      submitLabel={words.disconnect}
      pendingLabel={words.disconnecting}
      failureTitle={words.disconnectFailed}
      pending={disconnect.isPending}
      onSubmit={(proof, outcome) => disconnect.mutate({ id: identity.id, ...proof }, outcome)}
      onClose={onClose}
    />
  );
}
