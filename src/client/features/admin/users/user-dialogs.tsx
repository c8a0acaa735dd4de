import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { adminWords as words } from '~/client/words/admin';
import type { UserRow } from '~/shared/schemas/accounts';
import { ResetSecondFactorDialog } from './reset-second-factor-dialog';
import { RoleDialog } from './role-dialog';
import type { useUserActions } from './use-user-actions';

/** The account is kept while its dialog closes, so that the text doesn't change during the animation. */
export interface Question {
  kind: 'delete' | 'role' | 'second-factor';
  user: UserRow;
  isOpen: boolean;
}

interface UserDialogsProps {
  question: Question | undefined;
  actions: ReturnType<typeof useUserActions>;
  onClose: () => void;
}

export function UserDialogs({ question, actions, onClose }: UserDialogsProps) {
  const { setAdmin, resetSecondFactor, remove } = actions;
  if (!question) return null;
  const { kind, user, isOpen } = question;
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen && kind === 'delete'}
        title={words.deleteUser}
        body={words.deleteUserBody(user.email)}
        confirmLabel={words.deleteUser}
        pending={remove.isPending}
        // The dialog also closes on failure: a toast shows the error, and the user can try again from the row.
        onConfirm={() => remove.mutate({ userId: user.id }, { onSettled: onClose })}
        onClose={onClose}
      />
      {isOpen && kind === 'role' && <RoleDialog user={user} setAdmin={setAdmin} onClose={onClose} />}
      {isOpen && kind === 'second-factor' && (
        <ResetSecondFactorDialog user={user} reset={resetSecondFactor} onClose={onClose} />
      )}
    </>
  );
}
