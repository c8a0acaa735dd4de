/** Types of a table's columns, order and rows, shared by its table and card layouts. */
import type { ReactNode } from 'react';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  /** 'end' aligns numbers on the decimal point. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** The column that names the row: its row header, or the title of its card. One per table. */
  isPrimary?: boolean;
  /** Buttons: no visible header; at the bottom of a card. */
  isActions?: boolean;
  hideOnCard?: boolean;
  /** Any CSS width, if the automatic one is not suitable. */
  width?: string;
}

export interface Sort<Key extends string = string> {
  key: Key;
  direction: 'ascending' | 'descending';
}

/** The order after a press on a column: reverses the active column, starts others ascending. */
export function nextSort<Key extends string>(sort: Sort<Key> | undefined, key: Key): Sort<Key> {
  if (sort?.key !== key) return { key, direction: 'ascending' };
  return { key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}

export interface TableFailure {
  title: string;
  description?: ReactNode;
  /** Absent where a retry can't help. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
}

/** Further pages of a long list, loaded near its end. */
export interface MoreRows {
  hasMore: boolean;
  isLoading: boolean;
  isError: boolean;
  load: () => void;
}

/** A compact row for narrow screens. */
export interface ListRow<Row> {
  /** Estimated height in pixels, for rows that are not rendered. */
  height: number;
  cell: (row: Row) => ReactNode;
}

export interface RowsProps<Row, Key extends string> {
  caption: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Replaces the card of labeled values. */
  listRow?: ListRow<Row> | undefined;
  sort?: Sort<Key> | undefined;
  onSort?: ((sort: Sort<Key>) => void) | undefined;
  /** Called when the last rows come near the viewport. */
  onNearEnd: () => void;
  /** Total number of rows; -1 if unknown. */
  totalCount: number;
}
