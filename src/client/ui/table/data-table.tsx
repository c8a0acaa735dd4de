import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useIsWideForTables } from '~/client/hooks/use-is-wide';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Button } from '~/client/ui/form/button';
import { uiWords as words } from '~/client/words/ui';
import { TableCards } from './table-cards';
import type { Column, ListRow, MoreRows, RowsProps, Sort, TableFailure } from './table-columns';
import { TableRows } from './table-rows';
import { TableSkeleton } from './table-skeleton';

export type { Column, Sort } from './table-columns';
export { nextSort } from './table-columns';

interface DataTableProps<Row, Key extends string> {
  /** Names the table for assistive technology. */
  caption: string;
  columns: readonly Column<Row, Key>[];
  /** undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** A compact row for narrow screens, instead of a card of labelled values. */
  listRow?: ListRow<Row> | undefined;
  /** 'Loading users...' */
  loadingText: string;
  /** One sentence, 'No users found', and perhaps the next step. */
  emptyText: ReactNode;
  emptyAction?: ReactNode;
  error?: TableFailure | undefined;
  /** The owner keeps the order and puts the rows into it; the table only shows it and asks for another. */
  sort?: Sort<NoInfer<Key>> | undefined;
  onSort?: ((sort: Sort<Key>) => void) | undefined;
  more?: MoreRows | undefined;
  /** How many rows there are in all, where `rows` are not all of them and the number is known. */
  totalCount?: number | undefined;
}

/**
 * The product's one table. On a wide screen a real table with a header that stays; on a narrow one a list of cards.
 * Thousands of rows scroll like fifty. It knows no data: rows, order and failures come from the owner.
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
  const shown: RowsProps<Row, Key> = {
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
      {isWide ? <TableRows {...shown} /> : <TableCards {...shown} />}
      {more && <More {...more} />}
    </>
  );
}

/** The end of the rows so far: usually gone before anyone sees it. */
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

/** Where a table would stand: no jump when its rows come. */
const Frame = chakra('div', { base: { borderWidth: '1px', borderRadius: 'card', bg: 'bg.raised' } });
