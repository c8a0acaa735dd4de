import { createFileRoute } from '@tanstack/react-router';
import { notFoundWords as words } from '~/client/words/not-found';
import { MissingPath } from '../features/shell/missing-path';
import { NotFoundPage } from '../features/shell/not-found-page';
import { useDocumentTitle } from '../hooks/use-document-title';

export const Route = createFileRoute('/$')({ component: NotFoundRoute });

function NotFoundRoute() {
  useDocumentTitle(words.title);
  return <NotFoundPage path={<MissingPath />} />;
}
