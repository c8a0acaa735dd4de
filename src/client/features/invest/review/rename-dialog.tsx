import { Grid, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { priceReviewWords as words } from '~/client/words/price-review';
import { usePositionChange } from '../admin/use-position-change';

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
    <FormDialog
      title={words.renameTitle}
      pending={rename.isPending}
      submitLabel={words.rename}
      pendingLabel={words.deciding}
      formProps={form.formProps}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.renameNote}</Text>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField label={words.ticker} {...form.fieldProps('ticker')} />
        <TextField label={words.newTicker} {...form.fieldProps('to')} />
      </Grid>
      <TextField label={words.reason} {...form.fieldProps('reason')} />
    </FormDialog>
  );
}
