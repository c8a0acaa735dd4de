import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';
import type { useUserActions } from './use-user-actions';
import { UserProofDialog } from './user-proof-dialog';

interface RoleDialogProps {
  user: UserRow;
  setAdmin: ReturnType<typeof useUserActions>['setAdmin'];
  onClose: () => void;
}

export function RoleDialog({ user, setAdmin, onClose }: RoleDialogProps) {
  const title = user.isAdmin ? words.removeAdmin : words.makeAdmin;
  return (
    <UserProofDialog
      isDangerous
      title={title}
      description={user.isAdmin ? words.removeAdminBody(user.email) : words.makeAdminBody(user.email)}
      submitLabel={title}
      pending={setAdmin.isPending}
      onSubmit={(proof, outcome) => setAdmin.mutate({ userId: user.id, isAdmin: !user.isAdmin, ...proof }, outcome)}
      onClose={onClose}
    />
  );
}
