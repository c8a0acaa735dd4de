import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatDay } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { priceReviewWords as words } from '~/client/words/price-review';
import type { HeldPrice, ReviewedSplit } from '~/shared/schemas/price-review';
import { usePositionChange } from '../admin/use-position-change';
import { priceText } from '../price-text';

/** The decision that an administrator must confirm. */
export type Pending = { decision: 'confirmed' | 'overruled' } & (
  | { kind: 'split'; split: ReviewedSplit }
  | { kind: 'price'; price: HeldPrice }
);

export function DecisionDialog({ pending, onClose }: { pending: Pending; onClose: () => void }) {
  const inputOf = ({ reason }: { reason: string }) => ({ ...subjectOf(pending), decision: pending.decision, reason });
  const form = useServerForm({
    defaultValues: { reason: '' },
    loadSchema: async () => {
      const schemas = await import('~/shared/schemas/price-review');
      return pending.kind === 'split' ? schemas.decideSplitInput : schemas.decidePriceInput;
    },
    toInput: inputOf,
    onValid: (values) =>
      pending.kind === 'split'
        ? split.mutate({ ...inputOf(values), day: pending.split.day })
        : price.mutate({ ...inputOf(values), price: pending.price.price }),
  });
  const utils = trpc.useUtils();
  const change = usePositionChange({ done: words.decided, failed: words.decideFailed }, () => {
    void utils.positions.priceReview.invalidate();
    onClose();
  });
  const split = trpc.positions.decideSplit.useMutation(change);
  const price = trpc.positions.decidePrice.useMutation(change);
  const title = (pending.kind === 'split' ? words.splitTitle : words.priceTitle)[pending.decision];
  return (
    <FormDialog
      title={title}
      pending={split.isPending || price.isPending}
      submitLabel={title}
      pendingLabel={words.deciding}
      formProps={form.formProps}
      onClose={onClose}
    >
      <Text>{labelOf(pending)}</Text>
      <TextField label={words.reason} placeholder={words.reasonPlaceholder} {...form.fieldProps('reason')} />
      <Text color="fg.muted">{words.reasonNote}</Text>
    </FormDialog>
  );
}

const subjectOf = (pending: Pending) =>
  pending.kind === 'split'
    ? { ticker: pending.split.ticker, day: pending.split.day }
    : { ticker: pending.price.ticker, price: pending.price.price };

function labelOf(pending: Pending): string {
  if (pending.kind === 'price')
    return `${pending.price.ticker}: ${priceText(pending.price.price, pending.price.currency)}`;
  const { ticker, numerator, denominator, day } = pending.split;
  return `${ticker} ${numerator}:${denominator}, ${formatDay(day)}`;
}
