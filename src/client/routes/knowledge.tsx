import { createFileRoute } from '@tanstack/react-router';
import { AccessDenied } from '~/client/features/auth/access-denied';
import { requireUser } from '~/client/features/auth/guards';
import { KnowledgePage } from '~/client/features/knowledge/knowledge-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { knowledgeWords as words } from '~/client/words/knowledge';

export const Route = createFileRoute('/knowledge')({
  beforeLoad: requireUser,
  loader({ context: { queryUtils, user } }) {
    if (user.isAdmin) void queryUtils.collections.overview.prefetch(undefined, { staleTime: 0 });
  },
  component: KnowledgeRoute,
});

function KnowledgeRoute() {
  useDocumentTitle(words.title);
  const { user } = Route.useRouteContext();
  if (!user.isAdmin) return <AccessDenied />;
  return (
    <>
      <TopMenu />
      <KnowledgePage />
    </>
  );
}
