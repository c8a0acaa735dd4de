import { Grid, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { ownDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { isDay, midnightOf, tradingDay } from '~/shared/trading-day';

import { usePositionChange } from './use-position-change';

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

/** Only what became other is sent: a time of day that the form does not show stays as it is. */
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

export function CorrectPositionDialog({ isOpen, position, onClose }: CorrectPositionDialogProps) {
  const form = useServerForm<Values>({
    defaultValues: valuesOf(position),
    loadSchema: () => import('~/shared/schemas/positions').then(({ correctPositionInput }) => correctPositionInput),
    toInput: (values) => inputOf(position, values),
    onValid: (values) => correct.mutate(inputOf(position, values)),
  });
  const { reset, fieldProps } = form;
  useEffect(() => {
    if (isOpen) reset(valuesOf(position));
  }, [isOpen, position, reset]);
  const change = usePositionChange({ done: words.corrected, failed: words.correctFailed }, onClose, form.onError);
  const correct = trpc.positions.correct.useMutation(change);
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.correctTitle(position.name)}
      pending={correct.isPending}
      submitLabel={words.correctPosition}
      pendingLabel={words.correcting}
      formProps={form.formProps}
      onClose={onClose}
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
    </FormDialog>
  );
}
