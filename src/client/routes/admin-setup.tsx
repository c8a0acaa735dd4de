import { createFileRoute } from '@tanstack/react-router';
import { Protected } from '~/client/features/auth/guards';
import { SetupPage } from '~/client/features/setup/setup-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { setupWords } from '~/client/words/setup';

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
