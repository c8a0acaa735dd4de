import { chakra } from '@chakra-ui/react';
import { formatDay } from '~/client/lib/format';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { performanceWords as words } from '~/client/words/performance';
import type { Curve } from './curve';
import { monthEnds } from './month-ends';

/** The chart's values in rows, newest first. */
export function CurveTable({ label, days, series, formatValue }: Curve & { label: string }) {
  const columns: Column<number>[] = [
    { key: 'day', header: words.day, isPrimary: true, cell: (at) => formatDay(days[at] ?? '') },
    ...series.map(
      ({ name, values }): Column<number> => ({
        key: name,
        header: name,
        align: 'end',
        cell: (at) => {
          const value = values[at];
          return value === undefined ? '-' : formatValue(value);
        },
      }),
    ),
  ];
  return (
    <chakra.div
      role="group"
      aria-label={`${label}. ${words.tableCaption}`}
      // Focusable, because it scrolls.
      tabIndex={0}
      maxHeight="80"
      overflowY="auto"
      css={{ '--table-top': '0' }}
    >
      <DataTable
        caption={`${label}. ${words.tableCaption}`}
        columns={columns}
        rows={monthEnds(days).reverse()}
        rowKey={String}
        loadingText={words.loading}
        emptyText={words.notYet}
      />
    </chakra.div>
  );
}
