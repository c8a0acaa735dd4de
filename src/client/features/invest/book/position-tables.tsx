import { useDeferredValue, useMemo } from 'react';
import { Section } from '~/client/ui/content/card';
import { DataTable, type Sort } from '~/client/ui/table/data-table';
import type { TableFailure } from '~/client/ui/table/table-columns';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { closedColumns, openColumns, type PositionActions } from './position-columns';
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

/** How the tables are ordered, as it stands in the address; absent where it is the order they begin with. */
export interface PositionSearch {
  open?: string | undefined;
  closed?: string | undefined;
}

interface PositionTableProps extends PositionActions {
  positions: Position[] | undefined;
  /** From the address. */
  order: string | undefined;
  onOrder: (order: string | undefined) => void;
}

/** Absent for the order a table begins with, so that the plain address is the plain page. */
function orderText<Key extends string>(sort: Sort<Key>, plain: Sort<Key>): string | undefined {
  const text = writeSort(sort);
  return text === writeSort(plain) ? undefined : text;
}

export function OpenPositions(props: PositionTableProps & { error?: TableFailure | undefined }) {
  const { positions, order, onOrder, onReceipt, onClose, onCorrect, onDelete, follows } = props;
  const sort = useMemo(() => readSort(order, openKeys) ?? defaultOpenSort, [order]);
  const columns = useMemo(
    () => openColumns({ onReceipt, onClose, onCorrect, onDelete, follows }),
    [onReceipt, onClose, onCorrect, onDelete, follows],
  );
  // Thousands of rows are drawn in pieces, between which the page stays answerable.
  const rows = useDeferredValue(useMemo(() => positions && sortPositions(positions, sort), [positions, sort]));
  return (
    <Section title={words.openTitle}>
      <DataTable<Position, OpenKey | 'actions'>
        caption={words.openTitle}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText={words.loading}
        emptyText={words.noOpen}
        error={props.error}
        sort={sort}
        onSort={(next) => onOrder(orderText(next as Sort<OpenKey>, defaultOpenSort))}
      />
    </Section>
  );
}

export function ClosedPositions(props: PositionTableProps) {
  const { positions, order, onOrder, onReceipt, onCorrect, onDelete } = props;
  const sort = useMemo(() => readSort(order, closedKeys) ?? defaultClosedSort, [order]);
  const columns = useMemo(() => closedColumns({ onReceipt, onCorrect, onDelete }), [onReceipt, onCorrect, onDelete]);
  // Thousands of rows are drawn in pieces, between which the page stays answerable.
  const rows = useDeferredValue(useMemo(() => positions && sortPositions(positions, sort), [positions, sort]));
  if (!rows || rows.length === 0) return null;
  return (
    <Section title={words.closedTitle}>
      <DataTable<Position, ClosedKey | 'actions'>
        caption={words.closedTitle}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loadingText={words.loading}
        emptyText={words.noClosed}
        sort={sort}
        onSort={(next) => onOrder(orderText(next as Sort<ClosedKey>, defaultClosedSort))}
      />
    </Section>
  );
}
