import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { UploadButton } from '~/client/features/upload/upload-button';
import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { uploadTarget } from '~/client/features/upload/upload-target';
import { isBusy, pollMs, stateWords } from '~/client/lib/document-state';
import { formatFileSize } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button, IconButton } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { projectFilesWords as words } from '~/client/words/project-files';
import type { CollectionDocument } from '~/shared/schemas/collections';
import type { Project } from '~/shared/schemas/projects';
import { useAddProjectFiles } from './use-add-project-files';

/** The files of a project: documents of its own collection, which is created with the first one. */
export function ProjectFiles({ project }: { project: Project }) {
  const [collectionId, setCollectionId] = useState(project.filesCollectionId);
  const addFiles = useAddProjectFiles();
  async function add(files: readonly UploadedFile[]) {
    setCollectionId(await addFiles({ ...project, filesCollectionId: collectionId }, files));
  }
  return (
    <Section>
      {collectionId && <FileList collectionId={collectionId} />}
      <UploadButton onGetUploadParameters={uploadTarget} onComplete={({ successful }) => void add(successful)}>
        {words.upload}
      </UploadButton>
    </Section>
  );
}

interface FilesOfNewProjectProps {
  files: readonly UploadedFile[];
  onChange: (files: readonly UploadedFile[]) => void;
}

/** Files that are uploaded before their project exists, and added when it is created. */
export function FilesOfNewProject({ files, onChange }: FilesOfNewProjectProps) {
  return (
    <Section>
      {files.length > 0 && (
        <chakra.ul width="full" listStyleType="none" aria-label={words.files}>
          {files.map((file) => (
            <Flex as="li" key={file.uploadURL} align="center" gap="2">
              <Text flex="1" minWidth="0" truncate dir="auto" title={file.name}>
                {file.name}
              </Text>
              <Text as="span" textStyle="caption" color="fg.subtle">
                {formatFileSize(file.size)}
              </Text>
              <IconButton
                label={words.remove(file.name)}
                size="sm"
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <X size={15} strokeWidth={1.5} />
              </IconButton>
            </Flex>
          ))}
        </chakra.ul>
      )}
      <UploadButton
        numberTaken={files.length}
        onGetUploadParameters={uploadTarget}
        onComplete={({ successful }) => onChange([...files, ...successful])}
      >
        {words.upload}
      </UploadButton>
    </Section>
  );
}

function Section({ children }: { children: ReactNode }) {
  return (
    <chakra.section aria-label={words.files}>
      <Stack gap="2" align="flex-start">
        <Text fontWeight="medium" aria-hidden>
          {words.files}
        </Text>
        <Text textStyle="caption" color="fg.muted">
          {words.hint}
        </Text>
        {children}
      </Stack>
    </chakra.section>
  );
}

/** Polls while files are being processed. */
function FileList({ collectionId }: { collectionId: string }) {
  const list = trpc.collections.documents.useInfiniteQuery(
    { collectionId },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchOnMount: 'always',
      refetchInterval: ({ state: { data } }) => (data?.pages.some(({ items }) => items.some(isBusy)) ? pollMs : false),
    },
  );
  const files = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {list.isError && (
        <Text color="danger" role="alert">
          {words.listFailed}
        </Text>
      )}
      {files.length > 0 && (
        <chakra.ul width="full" maxHeight="12rem" overflowY="auto" listStyleType="none" aria-label={words.files}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </chakra.ul>
      )}
      {list.hasNextPage && (
        <Button size="sm" onClick={() => void list.fetchNextPage()} pending={list.isFetchingNextPage}>
          {words.more}
        </Button>
      )}
    </>
  );
}

function FileRow({ file }: { file: CollectionDocument }) {
  const { collectionId, id: documentId, title, size, problem } = file;
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const remove = trpc.collections.deleteDocument.useMutation({
    async onSuccess() {
      toast({ kind: 'success', title: words.deleted });
      await Promise.all([utils.collections.documents.invalidate(), utils.projects.invalidate()]);
    },
    onError: (cause) => errorToast(words.deleteFailed, cause),
    onSettled: () => setIsAsking(false),
  });
  return (
    <Flex as="li" align="center" gap="2">
      <Stack gap="0" flex="1" minWidth="0">
        <Text truncate dir="auto" title={title}>
          {title}
        </Text>
        <Text textStyle="caption" color={file.state === 'failed' ? 'danger' : 'fg.subtle'}>
          {[stateWords(file), problem, formatFileSize(size)].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <IconButton label={words.deleteNamed(title)} size="sm" onClick={() => setIsAsking(true)}>
        <Trash2 size={15} strokeWidth={1.5} />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.delete}
        body={words.deleteBody(title)}
        confirmLabel={words.delete}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ collectionId, documentId })}
        onClose={() => setIsAsking(false)}
      />
    </Flex>
  );
}
