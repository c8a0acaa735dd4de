import { trpc } from '~/client/lib/trpc';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { usePositionChange } from './use-position-change';

interface DeletePositionDialogProps {
  isOpen: boolean;
  position: Position;
  onClose: () => void;
}

export function DeletePositionDialog({ isOpen, position, onClose }: DeletePositionDialogProps) {
  const remove = trpc.positions.delete.useMutation(
    usePositionChange({ done: words.deleted, failed: words.deleteFailed }, onClose),
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.deletePosition}
      body={
        <>
          <span>{words.deleteBody(position.name, position.ticker)}</span> <span>{words.deleteKept}</span>
        </>
      }
      confirmLabel={words.deletePosition}
      pending={remove.isPending}
      pendingLabel={words.deleting}
      onConfirm={() => remove.mutate({ id: position.id })}
      onClose={onClose}
    />
  );
}
