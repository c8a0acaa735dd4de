import { chakra, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDay, formatMoment, formatPercent } from '~/client/lib/format';
import { DescriptionList } from '~/client/ui/content/description-list';
import { receiptWords as words } from '~/client/words/receipt';
import type { ExchangeRate, Split } from '~/shared/schemas/gain';
import type { GainReceipt } from '~/shared/schemas/positions';
import { Gain } from '../book/gain-button';
import { priceText } from '../price-text';
import { GainSteps } from './gain-steps';
import { Recompute } from './recompute';
import { TotalReturn } from './total-return';

interface ReceiptProps {
  receipt: GainReceipt;
  /** A note about a split that the gain does not include. */
  reportedSplit: string | undefined;
}

/** The server's calculation: entry, splits, price with source and time, formula and result. */
export function Receipt({ receipt, reportedSplit }: ReceiptProps) {
  const { facts, gain, price } = receipt;
  return (
    <Stack gap="6">
      <ShownGain receipt={receipt} />
      <Recompute id={receipt.id} />
      <DescriptionList
        items={[
          {
            term: words.entry,
            value: (
              <Value note={words.paidOn(formatDay(facts.purchaseDay))}>
                {priceText(facts.entryPrice, facts.currency)}
              </Value>
            ),
          },
          {
            term: words.splitFactor,
            value: <SplitFactor factor={gain.splitFactor} splits={gain.splits} reported={reportedSplit} />,
          },
          {
            term: words.adjustedEntry,
            value: (
              <Value note={!gain.adjustedEntry.isExact && words.exactly(gain.adjustedEntry.fraction)}>
                {priceText(gain.adjustedEntry.decimal, facts.currency)}
              </Value>
            ),
          },
          ...(price
            ? [
                {
                  term: price.kind === 'close price' ? words.closePrice : words.latestPrice,
                  value: priceText(price.price, facts.currency),
                },
                { term: words.source, value: price.source },
                { term: words.time, value: <PriceTime price={price} /> },
              ]
            : []),
        ]}
      />
      {facts.currency && <Rates facts={facts} />}
      <Stack gap="2">
        <Text as="h3" textStyle="caption" color="fg.muted">
          {words.formula}
        </Text>
        <Text>{gain.formula}</Text>
      </Stack>
      <GainSteps steps={gain.steps} />
      {receipt.totalReturn && <TotalReturn totalReturn={receipt.totalReturn} currency={facts.currency} />}
    </Stack>
  );
}

function ShownGain({ receipt: { facts, gain, price } }: { receipt: GainReceipt }) {
  return (
    <Stack gap="0.5">
      <Text textStyle="caption" color="fg.muted">
        {words.gain}
      </Text>
      <Text textStyle="title" data-numeric="">
        <Gain percent={gain.gainsPercent} />
      </Text>
      {facts.currency && (
        <Text color="fg.muted">
          {words.usdGain(facts.currency, gain.usdGainsPercent && formatPercent(gain.usdGainsPercent))}
        </Text>
      )}
      {!price && <Text color="fg.muted">{words.noPrice}</Text>}
    </Stack>
  );
}

/** The exchange rates of both days, with their sources. */
function Rates({ facts: { entryRate, priceRate } }: { facts: GainReceipt['facts'] }) {
  const rateText = (rate: ExchangeRate | undefined) =>
    rate ? (
      <Value note={[formatDay(rate.day), rate.source].filter(Boolean).join(', ')}>
        {words.rate(rate.pair, rate.rate)}
      </Value>
    ) : (
      words.noRate
    );
  return (
    <DescriptionList
      items={[
        { term: words.entryRate, value: rateText(entryRate) },
        { term: words.priceRate, value: rateText(priceRate) },
      ]}
    />
  );
}

function PriceTime({ price }: { price: NonNullable<GainReceipt['price']> }) {
  const notes = [price.readAt && words.readAt(formatMoment(price.readAt)), price.isStale && words.stale];
  return (
    <Value note={notes.filter(Boolean).join(', ')}>
      <time dateTime={price.asOf.toISOString()}>{formatMoment(price.asOf)}</time>
    </Value>
  );
}

interface SplitFactorProps {
  factor: string;
  splits: readonly Split[];
  reported: string | undefined;
}

function SplitFactor({ factor, splits, reported }: SplitFactorProps) {
  const each = splits.map(({ day, numerator, denominator }) =>
    words.split(`${numerator}:${denominator}`, formatDay(day)),
  );
  const notes = [...(splits.length === 0 ? [words.noSplits] : each), reported];
  return <Value note={notes.filter(Boolean).join('; ')}>{factor}</Value>;
}

function Value({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <chakra.span display="flex" flexDirection="column">
      <span>{children}</span>
      {note && (
        <Text as="span" textStyle="caption" color="fg.subtle">
          {note}
        </Text>
      )}
    </chakra.span>
  );
}
