import { Stack, Text } from '@chakra-ui/react';
import { formatDay } from '~/client/lib/format';
import { receiptWords as words } from '~/client/words/receipt';
import type { GainReceipt } from '~/shared/schemas/positions';
import { Gain } from '../book/gain-button';
import { amountText } from '../price-text';
import { GainSteps } from './gain-steps';

interface TotalReturnProps {
  totalReturn: NonNullable<GainReceipt['totalReturn']>;
  /** The currency of the dividends; absent for USD. */
  currency: string | undefined;
}

/** The gain with dividends, and the closing price at which each was reinvested. */
export function TotalReturn({ totalReturn, currency }: TotalReturnProps) {
  const { totalGainsPercent, method, dividends } = totalReturn;
  const steps = dividends.map(({ day, amount, closeDay, close, source }) => ({
    label: [
      words.dividendOn(formatDay(day)),
      closeDay !== day && words.reinvestedOn(formatDay(closeDay)),
      words.from(source),
    ]
      .filter(Boolean)
      .join(', '),
    sum: words.reinvestedAt(amountText(amount, currency), amountText(close, currency)),
    result: `≈ ${((Number(close) + Number(amount)) / Number(close)).toFixed(6)}`,
  }));
  return (
    <Stack gap="4">
      <Stack gap="0.5">
        <Text as="h3" textStyle="caption" color="fg.muted">
          {words.withDividends}
        </Text>
        <Text textStyle="heading" data-numeric="">
          <Gain percent={totalGainsPercent} />
        </Text>
        <Text textStyle="caption" color="fg.subtle">
          {words.beforeTax}
        </Text>
      </Stack>
      <GainSteps title={words.dividends} steps={steps} />
      <Text>{method}</Text>
    </Stack>
  );
}
