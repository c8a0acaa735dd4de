import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { collectionsWords as words } from '~/client/words/collections';
import { useCollectionChange } from './use-collection-change';

interface WebPageDialogProps {
  collectionId: string;
  onClose: () => void;
}

/** Errors in reading the page are shown at the URL field. */
export function WebPageDialog({ collectionId, onClose }: WebPageDialogProps) {
  const { onSuccess } = useCollectionChange(onClose);
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { url: '' },
    loadSchema: () => import('~/shared/schemas/collections').then(({ webPageInput }) => webPageInput),
    onValid: ({ url }) => add.mutate({ collectionId, url }),
  });
  const add = trpc.collections.addDocument.useMutation({ onSuccess, onError });
  return (
    <FormDialog
      title={words.addPage}
      submitLabel={words.addPage}
      pendingLabel={words.reading}
      pending={add.isPending}
      formProps={formProps}
      onClose={onClose}
    >
      <TextField
        label={words.pageAddress}
        placeholder={words.pagePlaceholder}
        hint={words.pageHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...fieldProps('url')}
      />
    </FormDialog>
  );
}
