import { Stack } from '@chakra-ui/react';
import { lazy, Suspense, useCallback } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Page } from '~/client/ui/page/page';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { InvestActions } from './admin/invest-actions';
import { PriceHealthLine } from './admin/price-health-line';
import { EmptyPortfolio } from './book/empty-portfolio';
import type { PositionActions } from './book/position-columns';
import { ClosedPositions, OpenPositions, type PositionSearch } from './book/position-tables';
import { RefreshNote } from './book/refresh-note';
import { SummaryLine } from './book/summary-line';
import { InvestDialogs } from './invest-dialogs';
import { NewsPanel } from './news/news-panel';
import { useFollows } from './news/use-follows';
import { PerformanceSection } from './performance/performance-section';
import { useBook } from './use-book';
import { type InvestDialog, useDialogs } from './use-dialogs';

const PortfolioFigures = lazy(async () => ({
  default: (await import('./figures/portfolio-figures')).PortfolioFigures,
}));
const PriceReview = lazy(async () => ({ default: (await import('./review/price-review')).PriceReview }));

/** With so few positions, no filter is needed. */
const fewPositions = 5;

interface InvestPageProps {
  search: PositionSearch;
  onSearch: (search: PositionSearch) => void;
}

/** The portfolio: members read it, administrators change it. */
export function InvestPage({ search, onSearch }: InvestPageProps) {
  const isAdmin = trpc.auth.user.useQuery().data?.isAdmin ?? false;
  const { book, refresh } = useBook();
  const { open, close, ...dialogs } = useDialogs();
  const add = () => open({ kind: 'add' });
  const importFile = () => open({ kind: 'import' });
  const onFilter = (filter: string | undefined) => onSearch({ ...search, filter });
  const count = book.data ? book.data.open.length + book.data.closed.length : 0;
  const isEmpty = book.data !== undefined && count === 0;
  const actions = usePositionActions(open, isAdmin);
  const failure = failureOf(book, refresh);

  return (
    <Page
      title={words.title}
      description={words.description}
      actions={isAdmin && <InvestActions onAdd={add} onImport={importFile} />}
    >
      <Stack gap="3">
        {!isEmpty && (book.data || book.isPending) && <SummaryLine summary={book.data?.summary} />}
        <RefreshNote isFetching={book.isFetching} failure={book.data && failure?.description} onRefresh={refresh} />
        {isAdmin && <PriceHealthLine isBookRead={!book.isPending} />}
      </Stack>
      <NewsPanel />
      {isEmpty ? (
        <EmptyPortfolio isAdmin={isAdmin} onAdd={add} onImport={importFile} />
      ) : (
        <>
          <OpenPositions
            positions={book.data?.open}
            order={search.open}
            onOrder={(order) => onSearch({ ...search, open: order })}
            filter={search.filter}
            onFilter={count > fewPositions || search.filter ? onFilter : undefined}
            error={failure}
            {...actions}
          />
          <PerformanceSection onRefresh={refresh} />
          <ClosedPositions
            positions={book.data?.closed}
            order={search.closed}
            onOrder={(order) => onSearch({ ...search, closed: order })}
            filter={search.filter}
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
        </>
      )}
      <InvestDialogs {...dialogs} onClose={close} />
    </Page>
  );
}

function failureOf({ error, isFetching }: ReturnType<typeof useBook>['book'], onRetry: () => void) {
  if (!error) return undefined;
  return { title: words.couldNotLoad, description: errorMessage(error), onRetry, isRetrying: isFetching };
}

/** The row actions. Stable references, because thousands of memoized rows receive them. */
function usePositionActions(open: (dialog: InvestDialog) => void, isAdmin: boolean): PositionActions {
  const follows = useFollows();
  const onReceipt = useCallback((position: Position) => open({ kind: 'receipt', position }), [open]);
  const onClose = useCallback((position: Position) => open({ kind: 'close', position }), [open]);
  const onCorrect = useCallback((position: Position) => open({ kind: 'correct', position }), [open]);
  const onDelete = useCallback((position: Position) => open({ kind: 'delete', position }), [open]);
  return { onReceipt, follows, ...(isAdmin && { onClose, onCorrect, onDelete }) };
}
