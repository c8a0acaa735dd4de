import { useEffect, useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useFormDraft } from '~/client/lib/form-draft';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { RestoredNote } from '~/client/ui/form/restored-note';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { collectionsWords as words } from '~/client/words/collections';
import { limits } from '~/shared/limits';
import type { WholeDocument } from '~/shared/schemas/collections';
import { ArticleEditor, type EditorTab } from './article-editor';
import { useCollectionChange } from './use-collection-change';

type ArticleValues = Record<'title' | 'content', string>;

interface ArticleDialogProps {
  collectionId: string;
  /** Absent for a new article. */
  article?: WholeDocument;
  onClose: () => void;
}

/** Creates an article, or updates one, unless it was changed since the dialog opened. */
function useSaveArticle(collectionId: string, article: WholeDocument | undefined, onDone: () => void) {
  const [opened] = useState(article);
  const change = useCollectionChange(onDone);
  const add = trpc.collections.addDocument.useMutation(change);
  const update = trpc.collections.updateDocument.useMutation(change);
  return {
    save(values: ArticleValues) {
      if (opened) update.mutate({ collectionId, documentId: opened.id, version: opened.version, ...values });
      else add.mutate({ collectionId, ...values });
    },
    isSaving: add.isPending || update.isPending,
    isSaved: add.isSuccess || update.isSuccess,
  };
}

/** Escape and a reload keep the unsaved text; Cancel and saving discard it. */
export function ArticleDialog({ collectionId, article, onClose }: ArticleDialogProps) {
  const saved: ArticleValues = { title: article?.title ?? '', content: article?.content ?? '' };
  // One draft per article, and one for a new article in each collection.
  const version = String(article?.version ?? '');
  const { restored, isOutdated, keep, forget } = useFormDraft(`article:${article?.id ?? collectionId}`, saved, version);
  const [tab, setTab] = useState<EditorTab>('write');
  const discard = () => {
    forget();
    onClose();
  };
  const { save, isSaving, isSaved } = useSaveArticle(collectionId, article, discard);
  const { formProps, fieldProps, register, watch, formState } = useServerForm({
    defaultValues: restored ?? saved,
    loadSchema: () => import('~/shared/schemas/collections').then(({ articleInput }) => articleInput),
    onValid: save,
  });
  const [title, content] = [watch('title'), watch('content')];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => {
    if (!isSaved) keep({ title, content });
  }, [isSaved, title, content]);
  const error = formState.errors.content?.message;
  // Switches to the tab that contains the invalid field.
  useEffect(() => {
    if (error) setTab('write');
  }, [error]);
  return (
    <FormDialog
      title={article ? words.editArticle : words.addArticle}
      submitLabel={article ? words.save : words.addArticle}
      pendingLabel={words.saving}
      pending={isSaving}
      inactive={article && title === saved.title && content === saved.content}
      formProps={formProps}
      onClose={onClose}
      onCancel={discard}
      isWide
    >
      {restored && <RestoredNote isOutdated={isOutdated} />}
      <TextField label={words.articleTitle} autoComplete="off" autoFocus {...fieldProps('title')} />
      <ArticleEditor content={content} tab={tab} onTab={setTab}>
        <TextArea
          label={words.text}
          hint={words.textHint}
          rows={12}
          error={error}
          count={{ now: content.length, limit: limits.articleCharacters }}
          {...register('content')}
        />
      </ArticleEditor>
    </FormDialog>
  );
}
