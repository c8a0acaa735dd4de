import { atBase } from '~/client/lib/base-path';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { ProofDialog } from './proof-dialog';

interface TurnOffProps {
  isRequired: boolean;
  onClose: () => void;
}

/** A passkey remains a second factor. Without one, a user who must have a second factor sets up a new one. */
export function TurnOff({ isRequired, onClose }: TurnOffProps) {
  const utils = trpc.useUtils();
  const hasPasskey = trpc.identities.list.useQuery().data?.hasPasskey ?? false;
  const mustSetUp = isRequired && !hasPasskey;
  const turnOff = trpc.secondFactor.turnOff.useMutation({
    onSuccess() {
      void utils.secondFactor.status.invalidate();
      toast({ kind: 'success', title: words.turnedOff });
      onClose();
      if (mustSetUp) window.location.assign(atBase('/auth?redirect=/settings%3Ftab%3Dpassword'));
    },
  });
  return (
    <ProofDialog
      title={words.turnOffTitle}
      body={hasPasskey ? words.turnOffWithPasskey : isRequired ? words.turnOffRequired : words.turnOffBody}
      submitLabel={words.turnOff}
      pendingLabel={words.turningOff}
      failureTitle={words.turnOffFailed}
      pending={turnOff.isPending}
      onSubmit={(proof, outcome) => turnOff.mutate(proof, outcome)}
      onClose={onClose}
    />
  );
}
