import { Grid, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { closeDayOf, isDay, midnightOf, tradingDay } from '~/shared/trading-day';
import { PriceQuestion } from './price-question';
import { usePositionChange } from './use-position-change';
import { usePriceCheck } from './use-price-check';

interface CorrectPositionDialogProps {
  isOpen: boolean;
  position: Position;
  onClose: () => void;
}

type Values = Record<'name' | 'avgEntryPrice' | 'purchaseDate' | 'closePrice' | 'reason', string>;

const valuesOf = ({ name, avgEntryPrice, purchaseDate, closePrice }: Position): Values => ({
  name,
  avgEntryPrice,
  purchaseDate: tradingDay(purchaseDate),
  closePrice: closePrice ?? '',
  reason: '',
});

/** Only changed values are sent; the time of day, which the form does not show, is kept. */
function inputOf(position: Position, values: Values) {
  const before = valuesOf(position);
  const { name, avgEntryPrice, purchaseDate, closePrice, reason } = values;
  return {
    id: position.id,
    reason,
    ...(name !== before.name && { name }),
    ...(avgEntryPrice !== before.avgEntryPrice && { avgEntryPrice }),
    ...(purchaseDate !== before.purchaseDate && {
      purchaseDate: isDay(purchaseDate) ? midnightOf(purchaseDate).toISOString() : '',
    }),
    ...(closePrice !== before.closePrice && { closePrice }),
  };
}

/** The changed values that can be compared with the market, including an entry price on a changed day. */
function checkedOf(position: Position, values: Values) {
  const { name, avgEntryPrice, purchaseDate, closePrice } = inputOf(position, values);
  const { closeDate, ticker } = position;
  const prices = [
    ...(avgEntryPrice !== undefined || purchaseDate !== undefined
      ? [{ price: values.avgEntryPrice.trim(), day: values.purchaseDate }]
      : []),
    ...(closePrice !== undefined
      ? [{ price: closePrice.trim(), day: closeDate ? closeDayOf(closeDate, position.purchaseDate) : undefined }]
      : []),
  ];
  return name === undefined && prices.length === 0 ? undefined : { ticker, name: name?.trim(), prices };
}

/** Escape keeps what was entered, Cancel discards it. */
export function CorrectPositionDialog({ isOpen, position, onClose }: CorrectPositionDialogProps) {
  const form = useServerForm<Values>({
    defaultValues: valuesOf(position),
    loadSchema: () => import('~/shared/schemas/positions').then(({ correctPositionInput }) => correctPositionInput),
    toInput: (values) => inputOf(position, values),
    onValid: (values) => void send(values),
  });
  const { reset, fieldProps } = form;
  const check = usePriceCheck();
  useEffect(() => {
    if (isOpen) reset(valuesOf(position), { keepDirtyValues: true });
  }, [isOpen, position, reset]);
  const leave = () => {
    check.forget();
    onClose();
  };
  const discard = () => {
    reset(valuesOf(position));
    leave();
  };
  const change = usePositionChange({ done: words.corrected, failed: words.correctFailed }, discard, form.onError);
  const correct = trpc.positions.correct.useMutation(change);
  async function send(values: Values) {
    const checked = checkedOf(position, values);
    if (!checked || (await check.passes(checked))) correct.mutate(inputOf(position, values));
  }
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.correctTitle(position.name)}
      pending={correct.isPending || check.isChecking}
      submitLabel={words.correctPosition}
      pendingLabel={words.correcting}
      formProps={{ ...form.formProps, onChange: check.onChange }}
      onClose={leave}
      onCancel={discard}
    >
      <Text color="fg.muted">{words.correctNote}</Text>
      <TextField label={words.companyName} {...fieldProps('name')} />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField label={words.entryPrice} inputMode="decimal" data-numeric="" {...fieldProps('avgEntryPrice')} />
        <TextField label={words.purchaseDate} type="date" max={ownDay(new Date())} {...fieldProps('purchaseDate')} />
      </Grid>
      {position.status === 'closed' && (
        <TextField label={words.closePrice} inputMode="decimal" data-numeric="" {...fieldProps('closePrice')} />
      )}
      <TextField label={words.reason} placeholder={words.reasonPlaceholder} {...fieldProps('reason')} />
      <PriceQuestion question={check.question} />
    </FormDialog>
  );
}
