import { Grid } from '@chakra-ui/react';
import { useRef } from 'react';
import type { FieldValues } from '~/client/hooks/use-form';
import { ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { investWords as words } from '~/client/words/invest';
import { isDay, midnightOf } from '~/shared/trading-day';
import { FormDialog } from './form-dialog';
import { usePositionChange, usePositionForm } from './use-position-form';

const names = ['name', 'ticker', 'avgEntryPrice', 'purchaseDate'] as const;
type Values = FieldValues<(typeof names)[number]>;
/** The chosen day as the full timestamp that the call takes. */
const timestampOf = (day: string) => (isDay(day) ? midnightOf(day).toISOString() : '');
const toInput = (values: Values) => ({ ...values, purchaseDate: timestampOf(values.purchaseDate) });

export function AddPositionDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Survives a dialog that was closed by accident.
  const draft = useRef<Partial<Values>>({});
  const { formProps, fieldProps, read, refuseFrom } = usePositionForm({
    form: 'add',
    names,
    toInput,
    onValid: (values) => add.mutate(toInput(values)),
  });
  const forget = () => {
    draft.current = {};
    onClose();
  };
  const change = usePositionChange({ done: words.added, failed: words.addFailed }, forget);
  const add = trpc.positions.add.useMutation({
    onSuccess: change.onSuccess,
    onError(cause) {
      change.onError(cause);
      refuseFrom(cause);
    },
  });
  const today = ownDay(new Date());
  const field = (name: keyof Values) => ({ ...fieldProps(name), defaultValue: draft.current[name] ?? '' });

  return (
    <FormDialog
      isOpen={isOpen}
      title={words.addTitle}
      pending={add.isPending}
      submitLabel={words.add}
      pendingLabel={words.adding}
      formProps={{
        ...formProps,
        onInput(event: Parameters<typeof formProps.onInput>[0]) {
          draft.current = read();
          void formProps.onInput(event);
        },
      }}
      onClose={onClose}
      onCancel={forget}
    >
      <TextField label={words.companyName} placeholder={words.companyPlaceholder} autoFocus {...field('name')} />
      <TextField
        label={words.tickerSymbol}
        placeholder={words.tickerPlaceholder}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...field('ticker')}
      />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField
          label={words.entryPrice}
          placeholder={words.pricePlaceholder}
          inputMode="decimal"
          data-numeric=""
          {...field('avgEntryPrice')}
        />
        <TextField
          label={words.purchaseDate}
          type="date"
          max={today}
          {...field('purchaseDate')}
          defaultValue={draft.current.purchaseDate ?? today}
        />
      </Grid>
    </FormDialog>
  );
}
