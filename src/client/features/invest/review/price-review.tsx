import { HStack, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDay, formatMoment } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { priceReviewWords as words } from '~/client/words/price-review';
import type { CloseDifference, HeldPrice, ReviewedDividend, ReviewedSplit } from '~/shared/schemas/price-review';
import { amountText, priceText } from '../price-text';
import { DecisionDialog, type Pending } from './decision-dialog';
import { DelistDialog } from './delist-dialog';
import { RenameDialog } from './rename-dialog';

type Decide = (pending: Pending) => void;

/** For administrators: decisions on splits and prices, and events of whole tickers. */
export function PriceReview() {
  const review = trpc.positions.priceReview.useQuery();
  const [open, setOpen] = useState<Pending | 'rename' | 'delist'>();
  const close = () => setOpen(undefined);
  const failure = review.isError
    ? { title: errorMessage(review.error), onRetry: () => void review.refetch(), isRetrying: review.isFetching }
    : undefined;
  return (
    <Section title={words.title} description={words.description}>
      <Stack gap="5">
        <HStack gap="2" flexWrap="wrap">
          <Button onClick={() => setOpen('rename')}>{words.rename}</Button>
          <Button onClick={() => setOpen('delist')}>{words.delist}</Button>
        </HStack>
        <ReviewTable
          title={words.splits}
          columns={splitColumns(setOpen)}
          rows={review.data?.splits}
          rowKey={({ ticker, day }) => `${ticker} ${day}`}
          emptyText={words.noSplits}
          error={failure}
        />
        {review.data && (
          <>
            <ReviewTable
              title={words.dividends}
              columns={dividendColumns()}
              rows={review.data.dividends}
              rowKey={({ ticker, day }) => `${ticker} ${day}`}
              emptyText={words.noDividends}
            />
            <ReviewTable
              title={words.heldPrices}
              columns={priceColumns(setOpen)}
              rows={review.data.heldPrices}
              rowKey={({ ticker }) => ticker}
              emptyText={words.noHeldPrices}
            />
          </>
        )}
        {review.data?.secondSource && (
          <ReviewTable
            title={words.differences}
            note={words.differencesNote(review.data.secondSource)}
            columns={differenceColumns()}
            rows={review.data.differences}
            rowKey={({ ticker }) => ticker}
            emptyText={words.noDifferences}
          />
        )}
      </Stack>
      {open === 'rename' && <RenameDialog onClose={close} />}
      {open === 'delist' && <DelistDialog onClose={close} />}
      {typeof open === 'object' && <DecisionDialog pending={open} onClose={close} />}
    </Section>
  );
}

interface ReviewTableProps<Row> extends Omit<ComponentProps<typeof DataTable<Row, string>>, 'caption' | 'loadingText'> {
  title: string;
  note?: string;
}

function ReviewTable<Row>({ title, note, ...table }: ReviewTableProps<Row>) {
  return (
    <Stack gap="2">
      <Text as="h3" textStyle="caption" color="fg.muted">
        {title}
      </Text>
      {note && (
        <Text textStyle="caption" color="fg.subtle">
          {note}
        </Text>
      )}
      {table.rows?.length === 0 && !table.error ? (
        <Text color="fg.muted">{table.emptyText}</Text>
      ) : (
        <DataTable caption={title} loadingText={words.loading} {...table} />
      )}
    </Stack>
  );
}

const stateOf = ({ state, decision }: ReviewedSplit) => (decision ? words.decisions[decision] : words.states[state]);

function splitColumns(decide: Decide): Column<ReviewedSplit>[] {
  return [
    { key: 'ticker', header: words.ticker, isPrimary: true, cell: ({ ticker }) => ticker },
    { key: 'ratio', header: words.ratio, cell: ({ numerator, denominator }) => `${numerator}:${denominator}` },
    { key: 'day', header: words.day, cell: ({ day }) => formatDay(day) },
    { key: 'state', header: words.state, cell: (row) => [stateOf(row), row.reason].filter(Boolean).join(': ') },
    { key: 'source', header: words.source, cell: ({ source }) => source },
    {
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (split) => <Choices onDecide={(decision) => decide({ kind: 'split', decision, split })} />,
    },
  ];
}

function dividendColumns(): Column<ReviewedDividend>[] {
  return [
    { key: 'ticker', header: words.ticker, isPrimary: true, cell: ({ ticker }) => ticker },
    { key: 'amount', header: words.amount, align: 'end', cell: ({ amount, currency }) => amountText(amount, currency) },
    { key: 'day', header: words.exDate, cell: ({ day }) => formatDay(day) },
    { key: 'state', header: words.state, cell: ({ state }) => words.dividendStates[state] },
    { key: 'source', header: words.source, cell: ({ source }) => source },
  ];
}

function priceColumns(decide: Decide): Column<HeldPrice>[] {
  return [
    { key: 'ticker', header: words.ticker, isPrimary: true, cell: ({ ticker }) => ticker },
    {
      key: 'price',
      header: words.reportedPrice,
      align: 'end',
      cell: ({ price, currency }) => priceText(price, currency),
    },
    {
      key: 'known',
      header: words.knownPrice,
      align: 'end',
      cell: ({ knownPrice, currency }) => priceText(knownPrice, currency),
    },
    { key: 'since', header: words.since, cell: ({ at }) => formatMoment(at) },
    { key: 'why', header: words.why, cell: (row) => row.words },
    {
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (price) => <Choices onDecide={(decision) => decide({ kind: 'price', decision, price })} />,
    },
  ];
}

function differenceColumns(): Column<CloseDifference>[] {
  return [
    { key: 'ticker', header: words.ticker, isPrimary: true, cell: ({ ticker }) => ticker },
    { key: 'day', header: words.day, cell: ({ day }) => formatDay(day) },
    {
      key: 'used',
      header: words.used,
      align: 'end',
      cell: ({ close, source, currency }) => words.priceOf(amountText(close, currency), source),
    },
    {
      key: 'other',
      header: words.other,
      align: 'end',
      cell: ({ otherClose, otherSource, currency }) => words.priceOf(amountText(otherClose, currency), otherSource),
    },
    { key: 'since', header: words.since, cell: ({ since }) => formatMoment(since) },
  ];
}

function Choices({ onDecide }: { onDecide: (decision: Pending['decision']) => void }) {
  return (
    <HStack gap="1" justify="flex-end">
      <Button size="sm" variant="ghost" onClick={() => onDecide('confirmed')}>
        {words.confirm}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => onDecide('overruled')}>
        {words.overrule}
      </Button>
    </HStack>
  );
}
