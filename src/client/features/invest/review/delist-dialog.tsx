import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { priceReviewWords as words } from '~/client/words/price-review';
import { usePositionChange } from '../admin/use-position-change';
import { TickerDialog } from './ticker-dialog';

export function DelistDialog({ onClose }: { onClose: () => void }) {
  const form = useServerForm({
    defaultValues: { ticker: '', price: '', reason: '' },
    loadSchema: () => import('~/shared/schemas/tickers').then(({ delistTickerInput }) => delistTickerInput),
    toInput: (values) => values,
    onValid: (values) => delist.mutate(values),
  });
  const change = usePositionChange({ done: words.delisted, failed: words.delistFailed }, onClose);
  const delist = trpc.positions.delistTicker.useMutation(change);
  return (
    <TickerDialog
      title={words.delistTitle}
      note={words.delistNote}
      submitLabel={words.delist}
      pending={delist.isPending}
      form={form}
      onClose={onClose}
    >
      <TextField
        label={words.price}
        placeholder={words.pricePlaceholder}
        inputMode="decimal"
        {...form.fieldProps('price')}
      />
    </TickerDialog>
  );
}
