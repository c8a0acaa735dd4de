import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { loadUser } from '~/client/features/auth/guards';
import { BackTestPage } from '~/client/features/invest/back-test/back-test-page';
import { type BackTestSearch, readSearch } from '~/client/features/invest/back-test/back-test-search';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { backTestWords } from '~/client/words/back-test';

export const Route = createFileRoute('/qinvest_/back-test')({
  /** The tested settings, so that a link can repeat the test. Validated below, in code that other pages don't load. */
  validateSearch: (search): { [key in keyof BackTestSearch]: unknown } => search,
  beforeLoad: loadUser,
  loader({ context: { queryUtils } }) {
    void queryUtils.backtest.listPublished.prefetch();
    // Only members can run back-tests.
    if (queryUtils.auth.user.getData()) void queryUtils.backtest.universe.prefetch();
  },
  component: BackTestRoute,
});

function BackTestRoute() {
  useDocumentTitle(backTestWords.title);
  const rawSearch = Route.useSearch();
  const search = useMemo(() => readSearch(rawSearch), [rawSearch]);
  const navigate = Route.useNavigate();
  const onSearch = useCallback(
    (next: BackTestSearch) => void navigate({ search: next, resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <TopMenu />
      <BackTestPage search={search} onSearch={onSearch} />
    </>
  );
}
