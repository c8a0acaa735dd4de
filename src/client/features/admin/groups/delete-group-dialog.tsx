import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { groupWords as words } from '~/client/words/groups';
import type { Group } from '~/shared/schemas/groups';

export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const utils = trpc.useUtils();
  const remove = trpc.groups.delete.useMutation({
    onSuccess: ({ message }) => toast({ kind: 'success', title: words.deleted, description: message }),
    onError: (cause) => errorToast(words.deleteFailed, cause),
    onSettled() {
      // Models and collections show their groups.
      void utils.groups.invalidate();
      void utils.models.invalidate();
      void utils.collections.invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.deleteTitle}
      body={words.deleteBody(group.name)}
      confirmLabel={words.deleteTitle}
      pending={remove.isPending}
      pendingLabel={words.deleting}
      onConfirm={() => remove.mutate({ groupId: group.id })}
      onClose={onClose}
    />
  );
}
