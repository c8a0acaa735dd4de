import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useIsWideForTables } from '~/client/hooks/use-is-wide';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Button } from '~/client/ui/form/button';
import { tableWords as words } from '~/client/words/tables';
import { TableCards } from './table-cards';
import type { Column, ListRow, MoreRows, RowsProps, Sort, TableFailure } from './table-columns';
import { TableRows } from './table-rows';
import { TableSkeleton } from './table-skeleton';

export type { Column, Sort } from './table-columns';
export { nextSort } from './table-columns';

interface DataTableProps<Row, Key extends string> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row, Key>[];
  /** undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** A compact row for narrow screens, instead of a card of labeled values. */
  listRow?: ListRow<Row> | undefined;
  /** 'Loading users...' */
  loadingText: string;
  /** One sentence, such as 'No users found'. */
  emptyText: ReactNode;
  emptyAction?: ReactNode;
  error?: TableFailure | undefined;
  /** The current order. The caller sorts the rows. */
  sort?: Sort<NoInfer<Key>> | undefined;
  onSort?: ((sort: Sort<Key>) => void) | undefined;
  more?: MoreRows | undefined;
  /** The total number of rows, if `rows` is incomplete and the total is known. */
  totalCount?: number | undefined;
}

/**
 * The table component for all data: a table with a sticky header on wide screens, cards on narrow ones. Long lists only
 * render visible rows. The caller provides rows, order and errors.
 */
export function DataTable<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  const { rows, error, more, columns, caption } = props;
  const isWide = useIsWideForTables();
  if (!rows && error) {
    return (
      <Frame>
        <ErrorState
          title={error.title}
          description={error.description}
          onRetry={error.onRetry}
          retrying={error.isRetrying ?? false}
        />
      </Frame>
    );
  }
  if (!rows)
    return <TableSkeleton columns={columns} text={props.loadingText} isWide={isWide} hasListRows={!!props.listRow} />;
  if (rows.length === 0) {
    return (
      <Frame>
        <EmptyState title={props.emptyText} action={props.emptyAction} />
      </Frame>
    );
  }
  const rowsProps: RowsProps<Row, Key> = {
    caption,
    columns,
    rows,
    rowKey: props.rowKey,
    listRow: props.listRow,
    sort: props.sort,
    onSort: props.onSort,
    totalCount: props.totalCount ?? (more?.hasMore ? -1 : rows.length),
    onNearEnd: () => {
      if (more?.hasMore && !more.isLoading && !more.isError) more.load();
    },
  };
  return (
    <>
      {isWide ? <TableRows {...rowsProps} /> : <TableCards {...rowsProps} />}
      {more && <More {...more} />}
    </>
  );
}

/** Loads the next page. Rarely seen, because pages are loaded before the end is visible. */
function More({ hasMore, isLoading, isError, load }: MoreRows) {
  if (!hasMore) return null;
  if (isError) return <ErrorState title={words.couldNotLoadMore} onRetry={load} retrying={isLoading} />;
  return (
    <chakra.div display="flex" justifyContent="center" pt="3">
      <Button variant="ghost" pending={isLoading} pendingLabel={words.loadingMore} onClick={load}>
        {words.loadMore}
      </Button>
    </chakra.div>
  );
}

/** Takes the place of a table, so that nothing moves when its rows arrive. */
const Frame = chakra('div', { base: { borderWidth: '1px', borderRadius: 'card', bg: 'bg.raised' } });
