import { createFileRoute } from '@tanstack/react-router';
import { knowledgeWords as words } from '~/client/words/knowledge';
import { AdminOnly } from '../features/auth/guards';
import { KnowledgePage } from '../features/knowledge/knowledge-page';
import { TopMenu } from '../features/shell/top-menu';
import { useDocumentTitle } from '../hooks/use-document-title';

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
