import { createFileRoute } from '@tanstack/react-router';
import { MissingPath } from '~/client/features/shell/missing-path';
import { NotFoundPage } from '~/client/features/shell/not-found-page';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { notFoundWords as words } from '~/client/words/not-found';

export const Route = createFileRoute('/$')({ component: NotFoundRoute });

function NotFoundRoute() {
  useDocumentTitle(words.title);
  return <NotFoundPage path={<MissingPath />} />;
}
