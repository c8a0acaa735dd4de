import { formatDay, formatUsd } from '~/client/lib/format';
import { Section } from '~/client/ui/content/card';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { backTestWords as words } from '~/client/words/back-test';
import type { BacktestTrade } from '~/shared/schemas/backtest';

/** Every trade, in the order in which they were made. */
export function BackTestTrades({ trades }: { trades: BacktestTrade[] }) {
  return (
    <Section title={words.trades}>
      <DataTable
        caption={words.trades}
        columns={columns()}
        rows={trades}
        rowKey={({ day, ticker, side }) => `${day} ${ticker} ${side}`}
        loadingText={words.loading}
        emptyText={words.noTrades}
      />
    </Section>
  );
}

function columns(): Column<BacktestTrade>[] {
  return [
    { key: 'day', header: words.tradeDay, isPrimary: true, cell: ({ day }) => formatDay(day) },
    { key: 'signalDay', header: words.signalDay, cell: ({ signalDay }) => formatDay(signalDay) },
    { key: 'ticker', header: words.ticker, cell: ({ ticker }) => ticker },
    { key: 'side', header: words.side, cell: ({ side }) => words[side] },
    { key: 'shares', header: words.shares, align: 'end', cell: ({ shares }) => alignedShares(shares) },
    { key: 'price', header: words.price, align: 'end', cell: ({ price }) => formatUsd(price) },
    { key: 'amount', header: words.amount, align: 'end', cell: ({ amount }) => formatUsd(amount) },
    { key: 'cost', header: words.tradeCost, align: 'end', cell: ({ cost }) => formatUsd(cost) },
  ];
}

/** Up to eight decimals come; with all of them written the numbers align on the point. */
function alignedShares(shares: string): string {
  const [whole, decimals = ''] = shares.split('.');
  return `${whole}.${decimals.padEnd(8, '0')}`;
}
