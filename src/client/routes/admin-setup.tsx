import { createFileRoute } from '@tanstack/react-router';
import { Protected } from '../features/auth/guards';
import { SetupPage } from '../features/setup/setup-page';
import { TopMenu } from '../features/shell/top-menu';
import { useDocumentTitle } from '../hooks/use-document-title';
import { setupWords } from '../words/setup';

export const Route = createFileRoute('/admin-setup')({ component: SetupRoute });

function SetupRoute() {
  useDocumentTitle(setupWords.title);
  return (
    <Protected>
      <TopMenu />
      <SetupPage />
    </Protected>
  );
}
