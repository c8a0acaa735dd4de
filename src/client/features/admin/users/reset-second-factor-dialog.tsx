import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';
import type { useUserActions } from './use-user-actions';
import { UserProofDialog } from './user-proof-dialog';

interface ResetSecondFactorDialogProps {
  user: UserRow;
  reset: ReturnType<typeof useUserActions>['resetSecondFactor'];
  onClose: () => void;
}

export function ResetSecondFactorDialog({ user, reset, onClose }: ResetSecondFactorDialogProps) {
  return (
    <UserProofDialog
      title={words.resetSecondFactor}
      description={words.resetSecondFactorBody(user.email)}
      submitLabel={words.resetSecondFactor}
      pendingLabel={words.resettingSecondFactor}
      pending={reset.isPending}
      onSubmit={(proof, outcome) => reset.mutate({ userId: user.id, ...proof }, outcome)}
      onClose={onClose}
    />
  );
}
