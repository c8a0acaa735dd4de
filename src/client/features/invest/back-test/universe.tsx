import { chakra } from '@chakra-ui/react';
import { formatCount, formatDay } from '~/client/lib/format';
import { Summary } from '~/client/ui/content/summary';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { backTestWords as words } from '~/client/words/back-test';
import type { UniverseEntry } from '~/shared/schemas/backtest';

/** The stocks available for back-tests: those with closing prices, and the period they cover. */
export function Universe({ entries }: { entries: UniverseEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <chakra.details>
      <Summary mb="2">{words.universe(formatCount(entries.length))}</Summary>
      <DataTable
        caption={words.universeCaption}
        columns={columns()}
        rows={entries}
        rowKey={({ ticker }) => ticker}
        loadingText={words.loading}
        emptyText={words.noCloses}
      />
    </chakra.details>
  );
}

function columns(): Column<UniverseEntry>[] {
  return [
    { key: 'ticker', header: words.ticker, isPrimary: true, cell: ({ ticker }) => ticker },
    { key: 'first', header: words.firstClose, cell: ({ firstDay }) => formatDay(firstDay) },
    { key: 'last', header: words.lastClose, cell: ({ lastDay }) => formatDay(lastDay) },
    { key: 'closes', header: words.closes, align: 'end', cell: ({ closes }) => formatCount(closes) },
  ];
}
