import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { collectionsWords as words } from '~/client/words/collections';
import { limits } from '~/shared/limits';
import type { WholeDocument } from '~/shared/schemas/collections';
import { useCollectionChange } from './use-collection-change';

interface ArticleDialogProps {
  collectionId: string;
  /** Absent for a new one. */
  article?: WholeDocument;
  onClose: () => void;
}

export function ArticleDialog({ collectionId, article, onClose }: ArticleDialogProps) {
  const change = useCollectionChange(onClose);
  const add = trpc.collections.addDocument.useMutation(change);
  const update = trpc.collections.updateDocument.useMutation(change);
  const { formProps, fieldProps, register, watch, formState } = useServerForm({
    defaultValues: { title: article?.title ?? '', content: article?.content ?? '' },
    loadSchema: () => import('~/shared/schemas/collections').then(({ articleInput }) => articleInput),
    onValid(values) {
      if (article) update.mutate({ collectionId, documentId: article.id, ...values });
      else add.mutate({ collectionId, ...values });
    },
  });
  const content = watch('content');
  return (
    <FormDialog
      title={article ? words.editArticle : words.addArticle}
      submitLabel={article ? words.save : words.addArticle}
      pendingLabel={words.saving}
      pending={add.isPending || update.isPending}
      formProps={formProps}
      onClose={onClose}
      isWide
    >
      <TextField label={words.articleTitle} autoComplete="off" autoFocus {...fieldProps('title')} />
      <TextArea
        label={words.text}
        hint={words.textHint}
        rows={12}
        error={formState.errors.content?.message}
        count={{ now: content.length, limit: limits.articleCharacters }}
        {...register('content')}
      />
    </FormDialog>
  );
}
