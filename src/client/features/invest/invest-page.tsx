import { Stack } from '@chakra-ui/react';
import { lazy, Suspense, useCallback } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Page } from '~/client/ui/page/page';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { InvestActions } from './admin/invest-actions';
import { PriceHealthLine } from './admin/price-health-line';
import { ClosedPositions, OpenPositions, type PositionSearch } from './book/position-tables';
import { RefreshNote } from './book/refresh-note';
import { SummaryLine } from './book/summary-line';
import { InvestDialogs } from './invest-dialogs';
import { NewsPanel } from './news/news-panel';
import { useFollows } from './news/use-follows';
import { PerformanceSection } from './performance/performance-section';
import { useBook } from './use-book';
import { useDialogs } from './use-dialogs';

const PortfolioFigures = lazy(async () => ({
  default: (await import('./figures/portfolio-figures')).PortfolioFigures,
}));
const PriceReview = lazy(async () => ({ default: (await import('./review/price-review')).PriceReview }));

interface InvestPageProps {
  search: PositionSearch;
  onSearch: (search: PositionSearch) => void;
}

/** The house book: everybody reads it, administrators change it. */
export function InvestPage({ search, onSearch }: InvestPageProps) {
  const { data: user } = trpc.auth.user.useQuery();
  const isAdmin = user?.isAdmin ?? false;
  const { book, refresh } = useBook();
  const { open, close, ...dialogs } = useDialogs();
  const onReceipt = useCallback((position: Position) => open({ kind: 'receipt', position }), [open]);
  const onClose = useCallback((position: Position) => open({ kind: 'close', position }), [open]);
  const onCorrect = useCallback((position: Position) => open({ kind: 'correct', position }), [open]);
  const onDelete = useCallback((position: Position) => open({ kind: 'delete', position }), [open]);
  const follows = useFollows();
  const actions = { onReceipt, follows, ...(isAdmin && { onClose, onCorrect, onDelete }) };
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
      actions={
        isAdmin && <InvestActions onAdd={() => open({ kind: 'add' })} onImport={() => open({ kind: 'import' })} />
      }
    >
      <Stack gap="3">
        {(book.data || book.isPending) && <SummaryLine summary={book.data?.summary} />}
        <RefreshNote isFetching={book.isFetching} failure={book.data && failure?.description} onRefresh={refresh} />
        {isAdmin && <PriceHealthLine />}
      </Stack>
      <NewsPanel />
      <PerformanceSection onRefresh={refresh} />
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
      <Suspense>
        <PortfolioFigures />
      </Suspense>
      {isAdmin && (
        <Suspense>
          <PriceReview />
        </Suspense>
      )}
      <InvestDialogs {...dialogs} onClose={close} />
    </Page>
  );
}
