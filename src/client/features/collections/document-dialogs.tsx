import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { useAllCollections } from '~/client/lib/use-all-collections';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { collectionsWords as words } from '~/client/words/collections';
import type { CollectionDocument } from '~/shared/schemas/collections';
import { useCollectionChange } from './use-collection-change';

interface DocumentDialogProps {
  document: CollectionDocument;
  onClose: () => void;
}

export function RenameDialog({ document: { id, collectionId, title }, onClose }: DocumentDialogProps) {
  const update = trpc.collections.updateDocument.useMutation(useCollectionChange(onClose));
  const { formProps, fieldProps, formState } = useServerForm({
    defaultValues: { title },
    loadSchema: () =>
      import('~/shared/schemas/collections').then(({ articleInput }) => articleInput.pick({ title: true })),
    onValid: (values) => update.mutate({ collectionId, documentId: id, ...values }),
  });
  return (
    <FormDialog
      title={words.renameTitle}
      submitLabel={words.save}
      pendingLabel={words.saving}
      pending={update.isPending}
      inactive={!formState.isDirty}
      formProps={formProps}
      onClose={onClose}
    >
      <TextField label={words.articleTitle} autoComplete="off" autoFocus {...fieldProps('title')} />
    </FormDialog>
  );
}

export function MoveDialog({ document: { id, collectionId }, onClose }: DocumentDialogProps) {
  const { collections = [], isComplete } = useAllCollections();
  const update = trpc.collections.updateDocument.useMutation(useCollectionChange(onClose));
  const { formProps, register, watch } = useServerForm({
    defaultValues: { moveTo: collectionId },
    onValid({ moveTo }) {
      if (moveTo === collectionId) onClose();
      else update.mutate({ collectionId, documentId: id, moveTo });
    },
  });
  return (
    <FormDialog
      title={words.moveTitle}
      submitLabel={words.move}
      pendingLabel={words.saving}
      pending={update.isPending}
      formProps={formProps}
      onClose={onClose}
    >
      {/* Controlled, because the options load later and an uncontrolled select would choose the first one. */}
      <SelectField label={words.moveTo} {...register('moveTo')} value={watch('moveTo')}>
        {/* Until the document's collection has loaded, the select would show another one as chosen. */}
        {!isComplete && collections.every(({ id: option }) => option !== collectionId) && (
          <option value={collectionId} />
        )}
        {collections
          .filter(({ mayEdit }) => mayEdit)
          .map(({ id: option, name }) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
      </SelectField>
    </FormDialog>
  );
}
