import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { BackTestPage } from '../features/invest/back-test/back-test-page';
import { type BackTestSearch, readSearch } from '../features/invest/back-test/back-test-search';
import { TopMenu } from '../features/shell/top-menu';
import { useDocumentTitle } from '../hooks/use-document-title';
import { backTestWords } from '../words/back-test';

export const Route = createFileRoute('/qinvest_/back-test')({
  /** What was tested: a link is enough to do it again. */
  validateSearch: (search): BackTestSearch => readSearch(search),
  component: BackTestRoute,
});

function BackTestRoute() {
  useDocumentTitle(backTestWords.title);
  const search = Route.useSearch();
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
