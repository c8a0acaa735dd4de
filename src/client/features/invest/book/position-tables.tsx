import { chakra } from '@chakra-ui/react';
import { useDeferredValue, useMemo } from 'react';
import { Section } from '~/client/ui/content/card';
import { SearchField } from '~/client/ui/form/search-field';
import { DataTable, type Sort } from '~/client/ui/table/data-table';
import type { TableFailure } from '~/client/ui/table/table-columns';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { filterPositions } from './filter-positions';
import { closedColumns, openColumns, type PositionActions } from './position-columns';
import { PositionRow, positionRowHeight } from './position-row';
import {
  type ClosedKey,
  closedKeys,
  defaultClosedSort,
  defaultOpenSort,
  type OpenKey,
  openKeys,
  readSort,
  sortPositions,
  writeSort,
} from './position-sort';

/** The sort order of the tables in the URL; absent for the default order. */
export interface PositionSearch {
  open?: string | undefined;
  closed?: string | undefined;
  /** Part of a name or ticker. */
  filter?: string | undefined;
}

interface PositionTableProps extends PositionActions {
  positions: Position[] | undefined;
  /** From the URL. */
  order: string | undefined;
  onOrder: (order: string | undefined) => void;
  filter?: string | undefined;
  /** Absent if there are too few positions for a filter. */
  onFilter?: ((filter: string | undefined) => void) | undefined;
}

/** Undefined for the default order, so that the default URL has no parameters. */
function orderText<Key extends string>(sort: Sort<Key>, plain: Sort<Key>): string | undefined {
  const text = writeSort(sort);
  return text === writeSort(plain) ? undefined : text;
}

/** Beside the navigation rail, the narrowest tables with actions have no room for the sparklines. */
const withoutTrend = {
  '@media (min-width: 1024px) and (max-width: 1143px)': { '& [data-trend]': { display: 'none' } },
};

export function OpenPositions(props: PositionTableProps & { error?: TableFailure | undefined }) {
  const { positions, order, onOrder, filter = '', onFilter } = props;
  const { onReceipt, onClose, onCorrect, onDelete, follows } = props;
  const sort = useMemo(() => readSort(order, openKeys) ?? defaultOpenSort, [order]);
  const columns = useMemo(
    () => openColumns({ onReceipt, onClose, onCorrect, onDelete, follows }),
    [onReceipt, onClose, onCorrect, onDelete, follows],
  );
  // Thousands of rows render in the background, so that the page stays responsive.
  const rows = useDeferredValue(
    useMemo(() => positions && sortPositions(filterPositions(positions, filter), sort), [positions, filter, sort]),
  );
  const listRow = useMemo(() => {
    const actions = { onReceipt, onClose, onCorrect, onDelete, follows };
    return { height: positionRowHeight, cell: (row: Position) => <PositionRow position={row} {...actions} /> };
  }, [onReceipt, onClose, onCorrect, onDelete, follows]);
  return (
    <Section
      title={words.openTitle}
      actions={
        onFilter && (
          <chakra.div width={{ base: 'calc(100vw - 2rem)', sm: '64' }} maxWidth="full">
            <SearchField
              label={words.filter}
              clearLabel={words.clearFilter}
              value={filter}
              onChange={(text) => onFilter(text || undefined)}
            />
          </chakra.div>
        )
      }
    >
      <chakra.div css={onClose && withoutTrend}>
        <DataTable<Position, OpenKey | 'actions'>
          caption={words.openTitle}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          loadingText={words.loading}
          listRow={listRow}
          emptyText={filter.trim() && positions?.length ? words.noMatch(filter.trim()) : words.noOpen}
          error={props.error}
          sort={sort}
          // The column of actions can't be sorted.
          onSort={(next) => onOrder(orderText(next as Sort<OpenKey>, defaultOpenSort))}
        />
      </chakra.div>
    </Section>
  );
}

export function ClosedPositions(props: PositionTableProps) {
  const { positions, order, onOrder, filter = '', onReceipt, onCorrect, onDelete } = props;
  const sort = useMemo(() => readSort(order, closedKeys) ?? defaultClosedSort, [order]);
  const columns = useMemo(() => closedColumns({ onReceipt, onCorrect, onDelete }), [onReceipt, onCorrect, onDelete]);
  // Thousands of rows render in the background, so that the page stays responsive.
  const rows = useDeferredValue(
    useMemo(() => positions && sortPositions(filterPositions(positions, filter), sort), [positions, filter, sort]),
  );
  const listRow = useMemo(() => {
    const actions = { onReceipt, onCorrect, onDelete };
    return { height: positionRowHeight, cell: (row: Position) => <PositionRow position={row} {...actions} /> };
  }, [onReceipt, onCorrect, onDelete]);
  if (!positions?.length || !rows) return null;
  return (
    <Section title={words.closedTitle}>
      <DataTable<Position, ClosedKey | 'actions'>
        caption={words.closedTitle}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText={words.loading}
        listRow={listRow}
        emptyText={words.noMatch(filter.trim())}
        sort={sort}
        // The column of actions can't be sorted.
        onSort={(next) => onOrder(orderText(next as Sort<ClosedKey>, defaultClosedSort))}
      />
    </Section>
  );
}
