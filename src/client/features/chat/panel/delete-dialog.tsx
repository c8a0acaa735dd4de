import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';

interface DeleteDialogProps {
  /** Undefined if several are deleted. */
  titleOfOne: string | undefined;
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

export function DeleteDialog({ titleOfOne, count, onConfirm, onClose }: DeleteDialogProps) {
  const isOne = titleOfOne !== undefined;
  return (
    <ConfirmDialog
      isOpen
      title={isOne ? words.deleteTitle : words.deleteManyTitle}
      body={isOne ? words.deleteBody(titleOfOne) : words.deleteManyBody(count)}
      confirmLabel={words.delete}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
