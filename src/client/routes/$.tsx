import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../features/shell/not-found-page';
import { useDocumentTitle } from '../hooks/use-document-title';

export const Route = createFileRoute('/$')({ component: NotFoundRoute });

function NotFoundRoute() {
  useDocumentTitle('Page Not Found');
  return <NotFoundPage />;
}
