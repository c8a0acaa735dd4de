import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { requireUser } from '~/client/features/auth/guards';
import type { PositionSearch } from '~/client/features/invest/book/position-tables';
import { InvestPage } from '~/client/features/invest/invest-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { textOf } from '~/client/lib/search-params';
import { brand } from '~/shared/brand';

export const Route = createFileRoute('/qinvest')({
  /** The sort order and filter of both tables, kept in the URL for reloads and shared links. */
  validateSearch: ({ open, closed, filter }): PositionSearch => ({
    open: textOf(open),
    closed: textOf(closed),
    filter: textOf(filter),
  }),
  beforeLoad: requireUser,
  loader({ context: { queryUtils } }) {
    void queryUtils.positions.list.prefetch();
    // Prefetched in the same batch, so that the news doesn't push the portfolio down later.
    void queryUtils.follows.news.prefetch();
  },
  component: InvestRoute,
});

function InvestRoute() {
  useDocumentTitle(brand.invest);
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: PositionSearch) => void navigate({ search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <TopMenu />
      <InvestPage search={search} onSearch={onSearch} />
    </>
  );
}
