import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { passkeyWords as words } from '~/client/words/passkeys';
import type { PasskeySummary } from '~/shared/schemas/passkeys';
import { ProofDialog } from './proof-dialog';

interface RemovePasskeyProps {
  passkey: PasskeySummary;
  onClose: () => void;
}

/** The passkey that confirms it may be the one being removed. */
export function RemovePasskey({ passkey: { id, name }, onClose }: RemovePasskeyProps) {
  const utils = trpc.useUtils();
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess() {
      void utils.passkeys.list.invalidate();
      void utils.secondFactor.status.invalidate();
      void utils.identities.list.invalidate();
      toast({ kind: 'success', title: words.removed });
      onClose();
    },
  });
  return (
    <ProofDialog
      title={words.removeTitle(name)}
      body={words.removeBody}
      submitLabel={words.remove}
      pendingLabel={words.removing}
      failureTitle={words.removeFailed}
      pending={remove.isPending}
      onSubmit={(proof, outcome) => remove.mutate({ id, ...proof }, outcome)}
      onClose={onClose}
    />
  );
}
