import { Grid, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { priceReviewWords as words } from '~/client/words/price-review';
import { usePositionChange } from '../admin/use-position-change';

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
    <FormDialog
      title={words.delistTitle}
      pending={delist.isPending}
      submitLabel={words.delist}
      pendingLabel={words.deciding}
      formProps={form.formProps}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.delistNote}</Text>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField label={words.ticker} {...form.fieldProps('ticker')} />
        <TextField
          label={words.price}
          placeholder={words.pricePlaceholder}
          inputMode="decimal"
          {...form.fieldProps('price')}
        />
      </Grid>
      <TextField label={words.reason} {...form.fieldProps('reason')} />
    </FormDialog>
  );
}
