import { Stack } from '@chakra-ui/react';
import { useCallback } from 'react';
import type { Book, Position } from '~/shared/schemas/positions';
import { errorMessage } from '../../lib/error-message';
import { trpc } from '../../lib/trpc';
import { Page } from '../../ui/page';
import { investWords as words } from '../../words/invest';
import { InvestActions } from './admin/invest-actions';
import { ClosedPositions, OpenPositions, type PositionSearch } from './book/position-tables';
import { RefreshNote } from './book/refresh-note';
import { SummaryLine } from './book/summary-line';
import { InvestDialogs } from './invest-dialogs';
import { useBook } from './use-book';
import { useDialogs } from './use-dialogs';

interface InvestPageProps {
  search: PositionSearch;
  onSearch: (search: PositionSearch) => void;
}

/** The house book: everybody reads it, administrators change it. */
export function InvestPage({ search, onSearch }: InvestPageProps) {
  const { data: user } = trpc.auth.user.useQuery();
  const isAdmin = user?.isAdmin ?? false;
  const { book, refresh } = useBook();
  const data: Partial<Book> | undefined = book.data;
  const { open, close, ...dialogs } = useDialogs();
  const onClose = useCallback((position: Position) => open({ kind: 'close', position }), [open]);
  const onDelete = useCallback((position: Position) => open({ kind: 'delete', position }), [open]);
  const actions = { ...(isAdmin && { onClose, onDelete }) };
  const failure = book.isError
    ? {
        title: words.couldNotLoad,
        description: errorMessage(book.error),
        onRetry: refresh,
        isRetrying: book.isFetching,
      }
    : undefined;

  return (
    <Page
      title={words.title}
      description={words.description}
      actions={isAdmin && <InvestActions onAdd={() => open({ kind: 'add' })} />}
    >
      <Stack gap="3">
        {(data?.summary || book.isPending) && <SummaryLine summary={data?.summary} />}
        <RefreshNote isFetching={book.isFetching} failure={book.data && failure?.description} onRefresh={refresh} />
      </Stack>
      <OpenPositions
        positions={book.data?.open}
        order={search.open}
        onOrder={(order) => onSearch({ ...search, open: order })}
        error={failure}
        {...actions}
      />
      <ClosedPositions
        positions={book.data?.closed}
        order={search.closed}
        onOrder={(order) => onSearch({ ...search, closed: order })}
        {...actions}
      />
      <InvestDialogs {...dialogs} onClose={close} />
    </Page>
  );
}
