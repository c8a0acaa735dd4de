import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { figuresWords as words } from '~/client/words/figures';
import type { Contribution, Period } from '~/shared/schemas/figures';
import { Gain } from '../book/gain-button';
import { ExpandableSection } from './expandable-section';

interface Row {
  id: string;
  name: string;
  ticker: string;
  percent: string;
}

const columns: Column<Row>[] = [
  { key: 'name', header: words.position, isPrimary: true, cell: ({ name }) => name },
  { key: 'ticker', header: words.ticker, cell: ({ ticker }) => ticker },
  {
    key: 'percent',
    header: words.contribution,
    align: 'end',
    cell: ({ percent }) => <Gain percent={percent} />,
  },
];

/** Sorted by size, largest first. */
export function Contributions({ contributions, period }: { contributions: readonly Contribution[]; period: Period }) {
  const rows = useMemo(
    () =>
      contributions
        .flatMap(({ percents, ...position }): Row[] => {
          const percent = percents[period];
          return percent === undefined ? [] : [{ ...position, percent }];
        })
        .sort((a, b) => Number(b.percent) - Number(a.percent)),
    [contributions, period],
  );
  return (
    <ExpandableSection title={words.contributions}>
      <chakra.div
        role="group"
        aria-label={words.contributions}
        // Focusable, because it scrolls.
        tabIndex={0}
        maxHeight="96"
        overflowY="auto"
        css={{ '--table-top': '0' }}
      >
        <DataTable
          caption={words.contributions}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          loadingText={words.loading}
          emptyText={words.noContributions}
        />
      </chakra.div>
    </ExpandableSection>
  );
}
