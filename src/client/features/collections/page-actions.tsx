import { Stack, Text } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { collectionsWords as words } from '~/client/words/collections';
import type { RefreshedDocument, WholeDocument } from '~/shared/schemas/collections';
import { useCollectionChange } from './use-collection-change';

interface PageActionsProps {
  document: WholeDocument;
  mayEdit: boolean;
}

/** Opens the web page of a document, and refreshes its text. */
export function PageActions({ document: { id: documentId, collectionId, source }, mayEdit }: PageActionsProps) {
  const refresh = trpc.collections.refreshDocument.useMutation(useCollectionChange());
  return (
    <>
      {mayEdit && (
        <Button pending={refresh.isPending} onClick={() => refresh.mutate({ collectionId, documentId })}>
          {words.refresh}
        </Button>
      )}
      {source && (
        <Button asChild>
          <a href={source} target="_blank" rel="noopener noreferrer nofollow">
            {words.openPage}
          </a>
        </Button>
      )}
      {refresh.data && <Changes refreshed={refresh.data} />}
    </>
  );
}

function Changes({ refreshed: { isChanged, added, removed } }: { refreshed: RefreshedDocument }) {
  if (!isChanged)
    return (
      <Text width="full" role="status" color="fg.muted">
        {words.unchanged}
      </Text>
    );
  return (
    <Stack as="section" width="full" gap="3" aria-label={words.changed} role="status">
      {added.length > 0 && <Lines heading={words.addedLines} lines={added} />}
      {removed.length > 0 && <Lines heading={words.removedLines} lines={removed} />}
    </Stack>
  );
}

function Lines({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <Stack gap="1">
      <Text as="h3" textStyle="ui" fontWeight="medium">
        {heading}
      </Text>
      <Stack as="ul" gap="1" listStyleType="none">
        {lines.map((line) => (
          <Text as="li" key={line} textStyle="caption" color="fg.muted" overflowWrap="anywhere">
            {line}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
}
