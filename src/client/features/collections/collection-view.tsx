import { chakra, Flex, Stack } from '@chakra-ui/react';
import { ChevronLeft } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useDebounced } from '~/client/hooks/use-debounced';
import { isUnknownId } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { SearchField } from '~/client/ui/form/search-field';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { Page } from '~/client/ui/page/page';
import { collectionsWords as words } from '~/client/words/collections';
import type { Collection } from '~/shared/schemas/collections';
import { AddDocuments } from './add-documents';
import { CollectionDialog } from './collection-dialog';
import { EnabledSwitch } from './collection-row';
import type { CollectionSearch } from './collection-search';
import type { ShownPassage } from './cut-text';
import { DocumentDrawer } from './document-drawer';
import { DocumentList } from './document-list';
import { FoundPassages } from './found-passages';
import { MirrorPanel } from './mirror-panel';
import { useCollectionChange } from './use-collection-change';

const ShareCollection = lazy(() => import('./share-collection'));

interface CollectionViewProps {
  collectionId: string;
  document?: string | undefined;
  isAdmin: boolean;
  onSearch: (next: CollectionSearch) => void;
}

export function CollectionView({ collectionId, document, isAdmin, onSearch }: CollectionViewProps) {
  const { data, error, isFetching, refetch } = trpc.collections.get.useQuery({ collectionId });
  // A deleted collection may still be in the cache, for example after the browser's Back button.
  if (!data || isUnknownId(error)) {
    return (
      <Page title={words.title}>
        {error ? (
          <>
            <BackButton onSearch={onSearch} />
            <Card p="0">
              <QueryError
                title={words.collectionFailed}
                query={{ error, isFetching, refetch }}
                missing={words.missingCollection}
              />
            </Card>
          </>
        ) : (
          <Skeleton height="40" borderRadius="card" />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={data.name}
      description={data.description}
      actions={<CollectionActions collection={data} isAdmin={isAdmin} onGone={() => onSearch({})} />}
    >
      <Flex justify="space-between" align="center" wrap="wrap" gap="3" mt="-4">
        <BackButton onSearch={onSearch} />
        <EnabledSwitch collection={data} />
      </Flex>
      <CollectionDocuments collection={data} document={document} onSearch={onSearch} />
    </Page>
  );
}

function BackButton({ onSearch }: Pick<CollectionViewProps, 'onSearch'>) {
  return (
    <Button variant="ghost" maxWidth="none" ml="-4" alignSelf="flex-start" onClick={() => onSearch({})}>
      <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
      {words.back}
    </Button>
  );
}

interface CollectionDocumentsProps extends Pick<CollectionViewProps, 'document' | 'onSearch'> {
  collection: Collection;
}

/** All documents or the search results, and the open document. */
function CollectionDocuments({ collection, document, onSearch }: CollectionDocumentsProps) {
  const collectionId = collection.id;
  const [text, setText] = useState('');
  const query = useDebounced(text.trim());
  const [shown, setShown] = useState<ShownPassage>();
  const open = (id: string, passage?: ShownPassage) => {
    setShown(passage);
    onSearch({ collection: collectionId, document: id });
  };
  return (
    <>
      <Stack gap="4">
        <Flex gap="3" wrap="wrap">
          <chakra.div flex="1" minWidth="min(14rem, 100%)">
            <SearchField label={words.search} clearLabel={words.clearSearch} value={text} onChange={setText} />
          </chakra.div>
          {collection.mayEdit && <AddDocuments collectionId={collectionId} />}
        </Flex>
        {query ? (
          <FoundPassages collectionId={collectionId} query={query} onOpen={open} />
        ) : (
          <DocumentList collection={collection} onOpen={(id) => open(id)} />
        )}
        {collection.mayEdit && <MirrorPanel collectionId={collectionId} />}
      </Stack>
      {document && (
        <DocumentDrawer
          collection={collection}
          documentId={document}
          shown={shown}
          onClose={() => onSearch({ collection: collectionId })}
        />
      )}
    </>
  );
}

interface CollectionActionsProps {
  collection: Collection;
  isAdmin: boolean;
  onGone: () => void;
}

function CollectionActions({ collection, isAdmin, onGone }: CollectionActionsProps) {
  const [asked, setAsked] = useState<'edit' | 'share' | 'delete'>();
  const close = () => setAsked(undefined);
  const remove = trpc.collections.delete.useMutation(useCollectionChange(onGone));
  if (!collection.mayEdit) return null;
  return (
    <>
      <Button onClick={() => setAsked('edit')}>{words.edit}</Button>
      {collection.mayManage && <Button onClick={() => setAsked('share')}>{words.share}</Button>}
      {collection.mayManage && <Button onClick={() => setAsked('delete')}>{words.delete}</Button>}
      {asked === 'edit' && <CollectionDialog collection={collection} isAdmin={isAdmin} onClose={close} />}
      {asked === 'share' && (
        <Suspense>
          <ShareCollection collection={collection} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={words.deleteCollection}
        body={words.deleteCollectionBody(collection.name)}
        confirmLabel={words.deleteCollection}
        pending={remove.isPending}
        pendingLabel={words.deleting}
        onConfirm={() => remove.mutate({ collectionId: collection.id })}
        onClose={close}
      />
    </>
  );
}
