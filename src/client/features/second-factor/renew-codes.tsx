import { trpc } from '~/client/lib/trpc';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { ProofDialog } from './proof-dialog';

interface RenewCodesProps {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function RenewCodes({ onCodes, onClose }: RenewCodesProps) {
  const utils = trpc.useUtils();
  const renew = trpc.secondFactor.renewCodes.useMutation({
    onSuccess({ recoveryCodes }) {
      onCodes(recoveryCodes);
      void utils.secondFactor.status.invalidate();
      onClose();
    },
  });
  return (
    <ProofDialog
      title={words.renewTitle}
      body={words.renewBody}
      submitLabel={words.renew}
      pendingLabel={words.renewing}
      failureTitle={words.renewFailed}
      pending={renew.isPending}
      onSubmit={(proof, outcome) => renew.mutate(proof, outcome)}
      onClose={onClose}
    />
  );
}
