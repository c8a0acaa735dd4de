import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { invitationWords as words } from '~/client/words/invitations';
import type { InvitationRow } from '~/shared/schemas/invitations';

interface RevokeDialogProps {
  row: InvitationRow;
  isOpen: boolean;
  onRevoked: (id: string) => void;
  onClose: () => void;
}

/** Revokes an invitation link, or removes an email from the waitlist. */
export function RevokeDialog({ row, isOpen, onRevoked, onClose }: RevokeDialogProps) {
  const utils = trpc.useUtils();
  const revoke = trpc.invitations.revoke.useMutation({
    onSuccess({ message }) {
      onRevoked(row.id);
      toast({ kind: 'success', title: words.revoked, description: message });
    },
    onError: (cause) => errorToast(words.revokeFailed, cause),
    onSettled() {
      void utils.invitations.list.invalidate();
      onClose();
    },
  });
  const isWaiting = row.state === 'waiting';
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isWaiting ? words.removeTitle : words.revokeTitle}
      body={isWaiting ? words.removeBody(row.email) : words.revokeBody(row.email)}
      confirmLabel={isWaiting ? words.remove : words.revoke}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: row.id })}
      onClose={onClose}
    />
  );
}
