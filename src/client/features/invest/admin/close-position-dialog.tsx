import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { FormDialog } from './form-dialog';
import { usePositionChange, usePositionForm } from './use-position-form';

interface ClosePositionDialogProps {
  isOpen: boolean;
  position: Position;
  onClose: () => void;
}

export function ClosePositionDialog({ isOpen, position, onClose }: ClosePositionDialogProps) {
  const { formProps, fieldProps, refuseFrom } = usePositionForm({
    form: 'close',
    names: ['closePrice'],
    toInput: (values) => ({ id: position.id, ...values }),
    onValid: ({ closePrice }) => close.mutate({ id: position.id, closePrice }),
  });
  const change = usePositionChange({ done: words.closed, failed: words.closeFailed }, onClose);
  const close = trpc.positions.close.useMutation({
    onSuccess: change.onSuccess,
    onError(cause) {
      change.onError(cause);
      refuseFrom(cause);
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.closeTitle(position.name)}
      pending={close.isPending}
      submitLabel={words.closePosition}
      pendingLabel={words.closing}
      formProps={formProps}
      onClose={onClose}
      onCancel={onClose}
    >
      <TextField
        label={words.closePrice}
        placeholder={words.pricePlaceholder}
        defaultValue={position.latestPrice ?? ''}
        hint={words.closeHint}
        inputMode="decimal"
        data-numeric=""
        autoFocus
        {...fieldProps('closePrice')}
      />
    </FormDialog>
  );
}
