import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { collectionsWords as words } from '~/client/words/collections';
import type { Collection, CollectionScope } from '~/shared/schemas/collections';
import { useCollectionChange } from './use-collection-change';

type CollectionValues = { name: string; description: string; scope: CollectionScope };

interface CollectionDialogProps {
  /** Absent for a new collection. */
  collection?: Collection | undefined;
  isAdmin: boolean;
  onClose: () => void;
  onCreated?: (id: string) => void;
}

export function CollectionDialog({ collection, isAdmin, onClose, onCreated }: CollectionDialogProps) {
  const change = useCollectionChange(onClose);
  const create = trpc.collections.create.useMutation({
    ...change,
    onSuccess(made) {
      onCreated?.(made.id);
      return change.onSuccess();
    },
  });
  const update = trpc.collections.update.useMutation(change);
  const { formProps, fieldProps, register, formState } = useServerForm<CollectionValues>({
    defaultValues: {
      name: collection?.name ?? '',
      description: collection?.description ?? '',
      scope: 'personal',
    },
    loadSchema: () => import('~/shared/schemas/collections').then(({ createCollectionInput }) => createCollectionInput),
    onValid(values) {
      const { name, description } = values;
      if (collection) update.mutate({ collectionId: collection.id, name, description });
      else create.mutate(values);
    },
  });
  return (
    <FormDialog
      title={collection ? words.editTitle : words.create}
      submitLabel={collection ? words.save : words.create}
      pendingLabel={collection ? words.saving : words.creating}
      pending={create.isPending || update.isPending}
      inactive={collection && !formState.isDirty}
      formProps={formProps}
      onClose={onClose}
    >
      <TextField label={words.name} autoComplete="off" autoFocus {...fieldProps('name')} />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        rows={3}
        error={formState.errors.description?.message}
        {...register('description')}
      />
      {isAdmin && !collection && (
        <SelectField label={words.scope} {...register('scope')}>
          <option value="personal">{words.scopes.personal}</option>
          <option value="groups">{words.scopes.groups}</option>
          <option value="organization">{words.scopes.organization}</option>
        </SelectField>
      )}
    </FormDialog>
  );
}
