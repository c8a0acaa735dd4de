import { HStack, Stack, Text } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatMoment } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Card, Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { noteWords as words } from '~/client/words/notes';
import type { PositionNote } from '~/shared/schemas/position-notes';
import { usePositionChange } from '../admin/use-position-change';
import { ExpandableSection } from '../figures/expandable-section';

/** Loaded on demand, because only administrators write. */
const NoteDialog = lazy(async () => ({ default: (await import('./position-dialogs')).NoteDialog }));

/** Renders a text as Markdown. The renderer belongs to another feature, so the route passes it. */
export type ReadMarkdown = (text: string) => ReactNode;

interface NotesSectionProps {
  positionId: string;
  isAdmin: boolean;
  readMarkdown: ReadMarkdown;
}

/** Dated notes, newest first. Every signed-in user reads them; administrators write notes and edit their own. */
export function NotesSection({ positionId: id, isAdmin, readMarkdown }: NotesSectionProps) {
  const { data, error, isFetching, refetch } = trpc.positions.notes.useQuery({ id });
  const [writing, setWriting] = useState<{ note: PositionNote | undefined }>();
  const [leaving, setLeaving] = useState<PositionNote>();
  return (
    <Section
      title={words.title}
      description={words.description}
      actions={isAdmin && <Button onClick={() => setWriting({ note: undefined })}>{words.add}</Button>}
    >
      {data ? (
        <Stack gap="3">
          {data.map((note) => (
            <Note
              key={note.id}
              note={note}
              readMarkdown={readMarkdown}
              onEdit={() => setWriting({ note })}
              onDelete={() => setLeaving(note)}
            />
          ))}
          {data.length === 0 && (
            <Card p="0">
              <EmptyState title={words.none} />
            </Card>
          )}
        </Stack>
      ) : error ? (
        <Card p="0">
          <QueryError title={words.couldNotLoad} query={{ error, isFetching, refetch }} />
        </Card>
      ) : (
        <Skeleton height="24" borderRadius="card" role="status" aria-label={words.loading} />
      )}
      {writing && (
        <Suspense>
          <NoteDialog positionId={id} note={writing.note} onClose={() => setWriting(undefined)} />
        </Suspense>
      )}
      <DeleteNote positionId={id} note={leaving} onClose={() => setLeaving(undefined)} />
    </Section>
  );
}

interface DeleteNoteProps {
  positionId: string;
  /** Undefined while the dialog is closed. */
  note: PositionNote | undefined;
  onClose: () => void;
}

function DeleteNote({ positionId: id, note, onClose }: DeleteNoteProps) {
  const utils = trpc.useUtils();
  const change = usePositionChange({ done: words.deleted, failed: words.deleteFailed }, () => {
    onClose();
    void utils.positions.notes.invalidate({ id });
  });
  const remove = trpc.positions.deleteNote.useMutation(change);
  return (
    <ConfirmDialog
      isOpen={note !== undefined}
      title={words.delete}
      body={words.deleteBody}
      confirmLabel={words.delete}
      pending={remove.isPending}
      pendingLabel={words.deleting}
      onConfirm={() => note && remove.mutate({ id, noteId: note.id })}
      onClose={onClose}
    />
  );
}

interface NoteProps {
  note: PositionNote;
  readMarkdown: ReadMarkdown;
  onEdit: () => void;
  onDelete: () => void;
}

function Note({ note, readMarkdown, onEdit, onDelete }: NoteProps) {
  const { author, createdAt, writtenAt, version, earlier, text, mayEdit } = note;
  const line = [author, formatMoment(createdAt), version > 1 && words.edited(formatMoment(writtenAt))];
  return (
    <Card as="article">
      <Stack gap="3">
        <HStack justify="space-between" gap="3" flexWrap="wrap">
          <Text textStyle="caption" color="fg.subtle">
            {line.filter(Boolean).join(' · ')}
          </Text>
          {mayEdit && (
            <HStack gap="1">
              <Button size="sm" variant="ghost" onClick={onEdit}>
                {words.editShort}
              </Button>
              <Button size="sm" variant="ghost" onClick={onDelete}>
                {words.deleteShort}
              </Button>
            </HStack>
          )}
        </HStack>
        {readMarkdown(text)}
        {earlier.length > 0 && (
          <ExpandableSection title={words.earlier}>
            <Stack gap="4">
              {earlier.map((previous) => (
                <Stack key={previous.version} gap="1">
                  <Text textStyle="caption" color="fg.subtle">
                    {words.version(previous.version, formatMoment(previous.writtenAt))}
                  </Text>
                  {readMarkdown(previous.text)}
                </Stack>
              ))}
            </Stack>
          </ExpandableSection>
        )}
      </Stack>
    </Card>
  );
}
