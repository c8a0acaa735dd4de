import { Grid, Text } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { priceReviewWords as words } from '~/client/words/price-review';

interface TickerForm {
  formProps: ComponentProps<typeof FormDialog>['formProps'];
  fieldProps: (name: 'ticker' | 'reason') => Omit<ComponentProps<typeof TextField>, 'label'>;
}

interface TickerDialogProps {
  title: string;
  note: string;
  submitLabel: string;
  pending: boolean;
  form: TickerForm;
  onClose: () => void;
  /** The field shown beside the ticker. */
  children: ReactNode;
}

/** Records an event of a ticker, with the reason. */
export function TickerDialog({ note, form, children, ...dialog }: TickerDialogProps) {
  return (
    <FormDialog pendingLabel={words.deciding} formProps={form.formProps} {...dialog}>
      <Text color="fg.muted">{note}</Text>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField label={words.ticker} {...form.fieldProps('ticker')} />
        {children}
      </Grid>
      <TextField label={words.reason} {...form.fieldProps('reason')} />
    </FormDialog>
  );
}
