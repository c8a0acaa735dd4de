import { createFileRoute } from '@tanstack/react-router';
import { AdminOnly } from '~/client/features/auth/guards';
import { KnowledgePage } from '~/client/features/knowledge/knowledge-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { knowledgeWords as words } from '~/client/words/knowledge';

export const Route = createFileRoute('/knowledge')({ component: KnowledgeRoute });

function KnowledgeRoute() {
  useDocumentTitle(words.title);
  return (
    <AdminOnly>
      <TopMenu />
      <KnowledgePage />
    </AdminOnly>
  );
}
