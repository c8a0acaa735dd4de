import { ConfirmDialog } from '~/client/ui/confirm-dialog';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';
import type { useUserActions } from './use-user-actions';

/** The account in question stays known while its dialog closes, so that its words do not change under the eye. */
export interface Question {
  kind: 'delete' | 'role';
  user: UserRow;
  isOpen: boolean;
}

interface UserDialogsProps {
  question: Question | undefined;
  actions: ReturnType<typeof useUserActions>;
  onClose: () => void;
}

export function UserDialogs({ question, actions, onClose }: UserDialogsProps) {
  const { setAdmin, remove } = actions;
  if (!question) return null;
  const { kind, user, isOpen } = question;
  // The dialog closes either way: a refusal is told in a toast, and the row is still there to try again.
  const closing = { onSettled: onClose };
  const role = user.isAdmin
    ? { title: words.removeAdmin, body: words.removeAdminBody(user.email) }
    : { title: words.makeAdmin, body: words.makeAdminBody(user.email) };
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen && kind === 'delete'}
        title={words.deleteUser}
        body={words.deleteUserBody(user.email)}
        confirmLabel={words.deleteUser}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ userId: user.id }, closing)}
        onClose={onClose}
      />
      <ConfirmDialog
        isOpen={isOpen && kind === 'role'}
        title={role.title}
        body={role.body}
        confirmLabel={role.title}
        pending={setAdmin.isPending}
        onConfirm={() => setAdmin.mutate({ userId: user.id, isAdmin: !user.isAdmin }, closing)}
        onClose={onClose}
      />
    </>
  );
}
