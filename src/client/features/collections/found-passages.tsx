import { Stack, Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { collectionsWords as words } from '~/client/words/collections';
import { Rows, RowTitle } from './collection-row';
import type { ShownPassage } from './cut-text';

interface FoundPassagesProps {
  collectionId: string;
  query: string;
  onOpen: (documentId: string, passage: ShownPassage) => void;
}

export function FoundPassages({ collectionId, query, onOpen }: FoundPassagesProps) {
  // Repeats an identical search, because more documents may have been processed since.
  const passages = trpc.collections.search.useQuery({ collectionId, q: query, limit: 20 }, { staleTime: 0 });
  if (passages.isPending) return <Skeleton height="40" borderRadius="card" />;
  if (passages.error) {
    return <QueryError title={words.searchFailed} query={passages} />;
  }
  return (
    <Rows as={passages.data.length === 0 ? 'div' : 'ul'}>
      {passages.data.length === 0 && <EmptyState title={words.nothingFound} />}
      {passages.data.map(({ documentId, title, page, start, text }) => (
        <Stack as="li" key={`${documentId} ${start}`} gap="1" px="4" py="3">
          <RowTitle onClick={() => onOpen(documentId, { start, text })}>
            {page === undefined ? title : `${title}, ${words.page(page).toLowerCase()}`}
          </RowTitle>
          <Text color="fg.muted" overflowWrap="anywhere" lineClamp="4">
            {text}
          </Text>
        </Stack>
      ))}
    </Rows>
  );
}
