import { createFileRoute } from '@tanstack/react-router';
import { requireUser } from '~/client/features/auth/guards';
import type { CollectionSearch } from '~/client/features/collections/collection-search';
import { CollectionsPage } from '~/client/features/collections/collections-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { collectionsWords as words } from '~/client/words/collections';

const idPattern = /^[0-9a-f-]{36}$/;
const id = (value: unknown) => (typeof value === 'string' && idPattern.test(value) ? value : undefined);

export const Route = createFileRoute('/collections')({
  validateSearch: ({ collection, document }): CollectionSearch => ({
    collection: id(collection),
    document: id(document),
  }),
  beforeLoad: requireUser,
  component: CollectionsRoute,
});

function CollectionsRoute() {
  useDocumentTitle(words.title);
  const { user } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <>
      <TopMenu />
      <CollectionsPage
        isAdmin={user.isAdmin}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    </>
  );
}
