/** What a table is told: its columns, its order, and what there is to show. Shared by its rows and its cards. */
import type { ReactNode } from 'react';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, so that they align on the decimal. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** Names the row: its header in the table, its title on a card. One column of a table. */
  isPrimary?: boolean;
  /** Buttons: without a visible header, at the foot of a card. */
  isActions?: boolean;
  hideOnCard?: boolean;
  /** Any CSS width, where the content alone would choose badly. */
  width?: string;
}

export interface Sort<Key extends string = string> {
  key: Key;
  direction: 'ascending' | 'descending';
}

/** The order after a press on a column: the active one turns round, another starts ascending. */
export function nextSort<Key extends string>(sort: Sort<Key> | undefined, key: Key): Sort<Key> {
  if (sort?.key !== key) return { key, direction: 'ascending' };
  return { key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}

export interface TableFailure {
  title: string;
  description?: ReactNode;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Further pages of a long list; they are asked for when the end comes near. */
export interface MoreRows {
  hasMore: boolean;
  isLoading: boolean;
  isError: boolean;
  load: () => void;
}

/** How a row looks in a list, where the table has no room. */
export interface ListRow<Row> {
  /** Pixels, about: what rows out of sight are taken for. */
  height: number;
  cell: (row: Row) => ReactNode;
}

export interface RowsProps<Row, Key extends string> {
  caption: string;
  columns: readonly Column<Row, Key>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Instead of a card of labelled values. */
  listRow?: ListRow<Row> | undefined;
  sort?: Sort<Key> | undefined;
  onSort?: ((sort: Sort<Key>) => void) | undefined;
  /** Told when the last rows come into sight. */
  onNearEnd: () => void;
  /** How many rows there are in all, where more are still to come: -1 says that nobody knows. */
  totalCount: number;
}
