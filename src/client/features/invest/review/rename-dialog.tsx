import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { priceReviewWords as words } from '~/client/words/price-review';
import { usePositionChange } from '../admin/use-position-change';
import { TickerDialog } from './ticker-dialog';

export function RenameDialog({ onClose }: { onClose: () => void }) {
  const form = useServerForm({
    defaultValues: { ticker: '', to: '', reason: '' },
    loadSchema: () => import('~/shared/schemas/tickers').then(({ renameTickerInput }) => renameTickerInput),
    toInput: (values) => values,
    onValid: (values) => rename.mutate(values),
  });
  const change = usePositionChange({ done: words.renamed, failed: words.renameFailed }, onClose);
  const rename = trpc.positions.renameTicker.useMutation(change);
  return (
    <TickerDialog
      title={words.renameTitle}
      note={words.renameNote}
      submitLabel={words.rename}
      pending={rename.isPending}
      form={form}
      onClose={onClose}
    >
      <TextField label={words.newTicker} {...form.fieldProps('to')} />
    </TickerDialog>
  );
}
