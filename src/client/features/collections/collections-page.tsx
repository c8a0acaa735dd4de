import { Stack } from '@chakra-ui/react';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { Page } from '~/client/ui/page/page';
import { collectionsWords as words } from '~/client/words/collections';
import { CitedDocument } from './cited-document';
import { CollectionDialog } from './collection-dialog';
import { CollectionRow, Rows } from './collection-row';
import type { CollectionSearch } from './collection-search';
import { CollectionView } from './collection-view';

interface CollectionsPageProps {
  isAdmin: boolean;
  search: CollectionSearch;
  onSearch: (next: CollectionSearch) => void;
}

/** The list of collections, or one of them. */
export function CollectionsPage({ isAdmin, search, onSearch }: CollectionsPageProps) {
  if (search.collection) {
    return <CollectionView {...search} collectionId={search.collection} isAdmin={isAdmin} onSearch={onSearch} />;
  }
  return (
    <>
      <AllCollections isAdmin={isAdmin} onOpen={(collection) => onSearch({ collection })} />
      {search.document && <CitedDocument {...search} document={search.document} onSearch={onSearch} />}
    </>
  );
}

function AllCollections({ isAdmin, onOpen }: { isAdmin: boolean; onOpen: (id: string) => void }) {
  const [isCreating, setIsCreating] = useState(false);
  const list = trpc.collections.list.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const collections = list.data?.pages.flatMap(({ items }) => items);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus size={16} strokeWidth={1.5} aria-hidden />
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} description={words.lead} actions={create}>
      {collections ? (
        <Stack gap="4" align="flex-start">
          <Rows as={collections.length === 0 ? 'div' : 'ul'}>
            {collections.length === 0 && (
              <EmptyState
                icon={<Library size={20} strokeWidth={1.5} aria-hidden />}
                title={words.none}
                description={words.noneHint}
              />
            )}
            {collections.map((collection) => (
              <CollectionRow key={collection.id} collection={collection} onOpen={() => onOpen(collection.id)} />
            ))}
          </Rows>
          {list.hasNextPage && (
            <Button onClick={() => void list.fetchNextPage()} pending={list.isFetchingNextPage}>
              {words.more}
            </Button>
          )}
        </Stack>
      ) : list.isPending ? (
        <Skeleton height="40" borderRadius="card" />
      ) : (
        <QueryError title={words.loadFailed} query={list} />
      )}
      {isCreating && <CollectionDialog isAdmin={isAdmin} onClose={() => setIsCreating(false)} onCreated={onOpen} />}
    </Page>
  );
}
