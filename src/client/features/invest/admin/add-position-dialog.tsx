import { Grid } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { investWords as words } from '~/client/words/invest';
import { isDay, midnightOf } from '~/shared/trading-day';
import { PriceQuestion } from './price-question';
import { TickerField } from './ticker-field';
import { usePositionChange } from './use-position-change';
import { usePriceCheck } from './use-price-check';

type Values = Record<'name' | 'ticker' | 'avgEntryPrice' | 'purchaseDate', string>;
/** The selected day as the full timestamp that the API requires. */
const timestampOf = (day: string) => (isDay(day) ? midnightOf(day).toISOString() : '');
const toInput = (values: Values) => ({ ...values, purchaseDate: timestampOf(values.purchaseDate) });

export function AddPositionDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const today = ownDay(new Date());
  // The form outlives its fields, so that a draft survives an accidentally closed dialog.
  const { formProps, fieldProps, reset, resetField, getFieldState, onError } = useServerForm<Values>({
    defaultValues: { name: '', ticker: '', avgEntryPrice: '', purchaseDate: today },
    loadSchema: () => import('~/shared/schemas/positions').then(({ addPositionInput }) => addPositionInput),
    toInput,
    onValid: (values) => void send(values),
  });
  useEffect(() => {
    // The dialog stays mounted, and may open again on another day.
    if (isOpen && !getFieldState('purchaseDate').isDirty) resetField('purchaseDate', { defaultValue: today });
  }, [isOpen, today, getFieldState, resetField]);
  const check = usePriceCheck();
  const forget = () => {
    reset();
    check.forget();
    onClose();
  };
  const change = usePositionChange({ done: words.added, failed: words.addFailed }, forget, onError);
  const add = trpc.positions.add.useMutation(change);

  async function send(values: Values) {
    const { name, avgEntryPrice, ticker, purchaseDate } = values;
    const prices = [{ price: avgEntryPrice.trim(), day: purchaseDate }];
    // The server rejects a future date, whatever the price.
    const isFuture = purchaseDate > today;
    if (isFuture || (await check.passes({ ticker: ticker.trim(), name: name.trim(), prices })))
      add.mutate(toInput(values));
  }

  return (
    <FormDialog
      isOpen={isOpen}
      title={words.addTitle}
      pending={add.isPending || check.isChecking}
      submitLabel={words.add}
      pendingLabel={words.adding}
      formProps={{ ...formProps, onChange: check.onChange }}
      onClose={onClose}
      onCancel={forget}
    >
      <TextField label={words.companyName} placeholder={words.companyPlaceholder} autoFocus {...fieldProps('name')} />
      <TickerField {...fieldProps('ticker')} />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField
          label={words.entryPrice}
          placeholder={words.pricePlaceholder}
          inputMode="decimal"
          data-numeric=""
          {...fieldProps('avgEntryPrice')}
        />
        <TextField label={words.purchaseDate} type="date" max={today} {...fieldProps('purchaseDate')} />
      </Grid>
      <PriceQuestion question={check.question} />
    </FormDialog>
  );
}
