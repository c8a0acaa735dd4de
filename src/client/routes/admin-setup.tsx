import { createFileRoute } from '@tanstack/react-router';
import { requireUser } from '~/client/features/auth/guards';
import { SetupPage } from '~/client/features/setup/setup-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { setupWords } from '~/client/words/setup';

export const Route = createFileRoute('/admin-setup')({
  beforeLoad: requireUser,
  loader: ({ context }) => void context.queryUtils.setup.status.prefetch(),
  component: SetupRoute,
});

function SetupRoute() {
  useDocumentTitle(setupWords.title);
  return (
    <>
      <TopMenu />
      <SetupPage />
    </>
  );
}
