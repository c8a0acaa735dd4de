import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { PriceQuestion } from './price-question';
import { usePositionChange } from './use-position-change';
import { usePriceCheck } from './use-price-check';

interface ClosePositionDialogProps {
  isOpen: boolean;
  position: Position;
  onClose: () => void;
}

/** Each time it opens, it starts from the current price. Escape keeps the text, Cancel discards it. */
export function ClosePositionDialog({ isOpen, position, onClose }: ClosePositionDialogProps) {
  const form = useServerForm({
    defaultValues: { closePrice: position.latestPrice ?? '', postMortem: '' },
    loadSchema: () =>
      import('~/shared/schemas/positions').then(({ closePositionInput }) =>
        closePositionInput.pick({ closePrice: true, postMortem: true }),
      ),
    onValid: (values) => void send(values),
  });
  const { reset, getValues, setValue } = form;
  const check = usePriceCheck();
  useEffect(() => {
    if (isOpen) reset({ closePrice: position.latestPrice ?? '', postMortem: getValues('postMortem') });
  }, [isOpen, position, reset, getValues]);
  const leave = () => {
    check.forget();
    onClose();
  };
  const cancel = () => {
    setValue('postMortem', '');
    leave();
  };
  const change = usePositionChange({ done: words.closed, failed: words.closeFailed }, leave, form.onError);
  const close = trpc.positions.close.useMutation(change);
  async function send({ closePrice, postMortem }: { closePrice: string; postMortem: string }) {
    const isMarket = closePrice === position.latestPrice && position.isPriceStale !== true;
    if (isMarket || (await check.passes({ ticker: position.ticker, prices: [{ price: closePrice.trim() }] })))
      close.mutate({ id: position.id, closePrice, ...(postMortem.trim() && { postMortem }) });
  }
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.closeTitle(position.name)}
      pending={close.isPending || check.isChecking}
      submitLabel={words.closePosition}
      pendingLabel={words.closing}
      formProps={{ ...form.formProps, onChange: check.onChange }}
      onClose={leave}
      onCancel={cancel}
    >
      <TextField
        label={words.closePrice}
        placeholder={words.pricePlaceholder}
        hint={words.closeHint}
        inputMode="decimal"
        data-numeric=""
        autoFocus
        {...form.fieldProps('closePrice')}
      />
      <TextArea
        label={words.learned}
        hint={words.learnedHint}
        placeholder={words.learnedPlaceholder}
        rows={3}
        {...form.fieldProps('postMortem')}
      />
      <PriceQuestion question={check.question} />
    </FormDialog>
  );
}
