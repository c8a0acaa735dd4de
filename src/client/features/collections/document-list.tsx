import { Flex, Stack, Text } from '@chakra-ui/react';
import { FileText } from 'lucide-react';
import { isBusy, pollMs, stateWords } from '~/client/lib/document-state';
import { formatDate, formatFileSize } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Spinner } from '~/client/ui/feedback/spinner';
import { Button } from '~/client/ui/form/button';
import { collectionsWords as words } from '~/client/words/collections';
import type { Collection, CollectionDocument } from '~/shared/schemas/collections';
import { Rows, RowTitle } from './collection-row';
import { DocumentMenu } from './document-menu';

interface DocumentListProps {
  collection: Collection;
  onOpen: (documentId: string) => void;
}

/** Polls while documents are being processed. */
export function DocumentList({ collection, onOpen }: DocumentListProps) {
  const list = trpc.collections.documents.useInfiniteQuery(
    { collectionId: collection.id },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: ({ state: { data } }) => (data?.pages.some(({ items }) => items.some(isBusy)) ? pollMs : false),
    },
  );
  const documents = list.data?.pages.flatMap(({ items }) => items);
  if (!documents) {
    return list.isPending ? (
      <Skeleton height="40" borderRadius="card" />
    ) : (
      <QueryError title={words.documentsFailed} query={list} />
    );
  }
  return (
    <Stack gap="4" align="flex-start">
      <Rows as={documents.length === 0 ? 'div' : 'ul'}>
        {documents.length === 0 && (
          <EmptyState
            icon={<FileText size={20} strokeWidth={1.5} aria-hidden />}
            title={words.noDocuments}
            description={collection.mayEdit ? words.noDocumentsHint : words.readOnly}
          />
        )}
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            mayEdit={collection.mayEdit}
            onOpen={() => onOpen(document.id)}
          />
        ))}
      </Rows>
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()} pending={list.isFetchingNextPage}>
          {words.more}
        </Button>
      )}
    </Stack>
  );
}

interface DocumentRowProps {
  document: CollectionDocument;
  mayEdit: boolean;
  onOpen: () => void;
}

function DocumentRow({ document, mayEdit, onOpen }: DocumentRowProps) {
  const { title, sourceType, size, version, state, problem, summary, updatedAt } = document;
  const facts = [
    words.sources[sourceType],
    formatFileSize(size),
    version > 1 && words.version(version),
    formatDate(updatedAt),
  ];
  return (
    <Flex as="li" align="flex-start" gap="3" px="4" py="3">
      <Stack gap="0.5" flex="1" minWidth="0">
        <RowTitle onClick={onOpen}>{title}</RowTitle>
        {summary && state === 'ready' && (
          <Text color="fg.muted" lineClamp="2" overflowWrap="anywhere">
            {summary}
          </Text>
        )}
        {problem && <Text color={state === 'failed' ? 'danger' : 'fg.muted'}>{problem}</Text>}
        <Flex align="center" gap="2" textStyle="caption" color="fg.subtle" fontVariantNumeric="tabular-nums">
          {isBusy(document) && <Spinner size="3" label={null} />}
          {[stateWords(document), ...facts].filter(Boolean).join(' · ')}
        </Flex>
      </Stack>
      {mayEdit && <DocumentMenu document={document} />}
    </Flex>
  );
}
