import { Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { alignedShares, formatDay, formatSum } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { backTestWords as words } from '~/client/words/back-test';
import type { BacktestTrade } from '~/shared/schemas/backtest';

/** The number of trades shown at a time, which keeps the page short. */
const pageSize = 50;

/** All trades in chronological order. */
export function BackTestTrades({ trades }: { trades: BacktestTrade[] }) {
  const [shown, setShown] = useState(pageSize);
  return (
    <Section title={words.trades}>
      <DataTable
        caption={words.trades}
        columns={columns()}
        listRow={{ height: 76, cell: (trade) => <TradeRow trade={trade} /> }}
        rows={trades.slice(0, shown)}
        totalCount={trades.length}
        more={{
          hasMore: shown < trades.length,
          isLoading: false,
          isError: false,
          load: () => setShown((before) => before + pageSize),
        }}
        rowKey={({ day, ticker, side }) => `${day} ${ticker} ${side}`}
        loadingText={words.loading}
        emptyText={words.noTrades}
      />
    </Section>
  );
}

/** A trade on a narrow screen: three lines instead of a card of eight labeled values. */
function TradeRow({ trade }: { trade: BacktestTrade }) {
  const { day, signalDay, ticker, side, shares, price, amount, cost } = trade;
  return (
    <div>
      <Flex justify="space-between" gap="3">
        <Text fontWeight="medium">
          {words[side]} {ticker}
        </Text>
        <Labeled name={words.amount}>{formatSum(amount)}</Labeled>
      </Flex>
      <Flex justify="space-between" columnGap="3" wrap="wrap" textStyle="caption" color="fg.muted">
        <Labeled name={words.tradeDay}>{formatDay(day)}</Labeled>
        <Labeled name={words.shares}>
          {shares} × {formatSum(price)}
        </Labeled>
      </Flex>
      <Flex justify="space-between" columnGap="3" wrap="wrap" textStyle="caption" color="fg.subtle" data-numeric="">
        <span>
          {words.signalDay} {formatDay(signalDay)}
        </span>
        <span>
          {words.tradeCost} {formatSum(cost)}
        </span>
      </Flex>
    </div>
  );
}

/** The name is for screen readers. */
function Labeled({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span data-numeric="">
      <VisuallyHidden>{name}: </VisuallyHidden>
      {children}
    </span>
  );
}

function columns(): Column<BacktestTrade>[] {
  return [
    { key: 'day', header: words.tradeDay, isPrimary: true, cell: ({ day }) => formatDay(day) },
    { key: 'signalDay', header: words.signalDay, cell: ({ signalDay }) => formatDay(signalDay) },
    { key: 'ticker', header: words.ticker, cell: ({ ticker }) => ticker },
    { key: 'side', header: words.side, cell: ({ side }) => words[side] },
    { key: 'shares', header: words.shares, align: 'end', cell: ({ shares }) => alignedShares(shares) },
    { key: 'price', header: words.price, align: 'end', cell: ({ price }) => formatSum(price) },
    { key: 'amount', header: words.amount, align: 'end', cell: ({ amount }) => formatSum(amount) },
    { key: 'cost', header: words.tradeCost, align: 'end', cell: ({ cost }) => formatSum(cost) },
  ];
}
