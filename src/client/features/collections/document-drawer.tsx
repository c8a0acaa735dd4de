import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { UploadButton } from '~/client/features/upload/upload-button';
import { atBase } from '~/client/lib/base-path';
import { isBusy, pollMs } from '~/client/lib/document-state';
import { isUnknownId } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Chip } from '~/client/ui/content/chip';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button, IconButton } from '~/client/ui/form/button';
import { Drawer } from '~/client/ui/overlay/drawer';
import { collectionsWords as words } from '~/client/words/collections';
import type { Collection, WholeDocument } from '~/shared/schemas/collections';
import { ArticleDialog } from './article-dialog';
import type { ShownPassage } from './cut-text';
import { DocumentText } from './document-text';
import { PageActions } from './page-actions';
import { useFileUploads } from './use-file-uploads';
import { useReplacement } from './use-replacement';

interface DocumentDrawerProps {
  collection: Collection;
  documentId: string;
  /** The found passage. */
  shown?: ShownPassage | undefined;
  onClose: () => void;
}

/** A document with its extracted text. */
export function DocumentDrawer({ collection, documentId, shown, onClose }: DocumentDrawerProps) {
  const query = trpc.collections.document.useQuery(
    { collectionId: collection.id, documentId },
    {
      refetchOnMount: 'always',
      refetchInterval: ({ state: { data: known } }) => (known && isBusy(known) ? pollMs : false),
    },
  );
  const data = isUnknownId(query.error) ? undefined : query.data;
  return (
    <Drawer isOpen onClose={onClose} label={data?.title ?? words.title} side="end" width="min(44rem, 100vw)">
      <Stack gap="5" p={{ base: '4', md: '6' }} height="full" overflowY="auto">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Text as="h2" textStyle="heading" overflowWrap="anywhere">
            {data?.title}
          </Text>
          <IconButton label={words.close} onClick={onClose} autoFocus>
            <X size={18} strokeWidth={1.5} />
          </IconButton>
        </Flex>
        {data ? (
          <>
            <Facts document={data} />
            <Actions document={data} mayEdit={collection.mayEdit} />
            <DocumentText document={data} shown={shown} />
          </>
        ) : query.isPending ? (
          <Skeleton height="40" />
        ) : (
          <QueryError title={words.documentFailed} query={query} missing={words.missingDocument} />
        )}
      </Stack>
    </Drawer>
  );
}

function Facts({ document: { summary, keywords } }: { document: WholeDocument }) {
  return (
    <Stack gap="3">
      {summary && (
        <Text color="fg.muted" aria-label={words.summary} overflowWrap="anywhere">
          {summary}
        </Text>
      )}
      {keywords.length > 0 && (
        <Flex as="ul" aria-label={words.keywords} listStyleType="none" gap="1.5" wrap="wrap">
          {keywords.map((word) => (
            <li key={word}>
              <Chip>{word}</Chip>
            </li>
          ))}
        </Flex>
      )}
    </Stack>
  );
}

function Actions({ document, mayEdit }: { document: WholeDocument; mayEdit: boolean }) {
  const { id: documentId, collectionId, objectPath, sourceType, version } = document;
  const [isWriting, setIsWriting] = useState(false);
  const uploads = useFileUploads();
  const replace = useReplacement({ collectionId, documentId });
  const [isFile, isPage] = [sourceType === 'file', sourceType === 'url'];
  return (
    <Flex align="center" gap="2" wrap="wrap">
      {mayEdit && isFile && (
        <UploadButton {...uploads} maxNumberOfFiles={1} onComplete={(result) => void replace(result)}>
          {words.replace}
        </UploadButton>
      )}
      {isPage && <PageActions document={document} mayEdit={mayEdit} />}
      {mayEdit && !isFile && !isPage && <Button onClick={() => setIsWriting(true)}>{words.edit}</Button>}
      {isFile && objectPath && (
        <Button asChild>
          <a href={atBase(objectPath)} download>
            {words.download}
          </a>
        </Button>
      )}
      {version > 1 && (
        <chakra.span textStyle="caption" color="fg.subtle">
          {words.version(version)}
        </chakra.span>
      )}
      {isWriting && (
        <ArticleDialog collectionId={collectionId} article={document} onClose={() => setIsWriting(false)} />
      )}
    </Flex>
  );
}
