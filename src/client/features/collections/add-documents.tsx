import { FilePlus2, Globe, Upload } from 'lucide-react';
import { useState } from 'react';
import { UploadButton } from '~/client/features/upload/upload-button';
import { UploadLimitNotice } from '~/client/features/upload/upload-limit-notice';
import { Button } from '~/client/ui/form/button';
import { collectionsWords as words } from '~/client/words/collections';
import { ArticleDialog } from './article-dialog';
import { useAddedFiles } from './use-added-files';
import { useFileUploads } from './use-file-uploads';
import { WebPageDialog } from './web-page-dialog';

/**
 * The number of files in one selection, enough for a folder. They are sent a few at a time, and wait when the rate
 * limit for uploads is reached.
 */
const filesAtOnce = 500;

/** The ways of adding documents: an article, a web page, or files. */
export function AddDocuments({ collectionId }: { collectionId: string }) {
  const uploads = useFileUploads();
  const { resumesAt, onUploaded, onComplete } = useAddedFiles(collectionId);
  const [opened, setOpened] = useState<'article' | 'page'>();
  const close = () => setOpened(undefined);

  return (
    <>
      <Button onClick={() => setOpened('article')}>
        <FilePlus2 size={16} strokeWidth={1.5} aria-hidden />
        {words.addArticle}
      </Button>
      <Button onClick={() => setOpened('page')}>
        <Globe size={16} strokeWidth={1.5} aria-hidden />
        {words.addPage}
      </Button>
      <UploadButton
        {...uploads}
        maxNumberOfFiles={filesAtOnce}
        onUploaded={onUploaded}
        onComplete={() => void onComplete()}
      >
        <Upload size={16} strokeWidth={1.5} aria-hidden />
        {words.uploadFiles}
      </UploadButton>
      <UploadLimitNotice resumesAt={resumesAt} />
      {opened === 'article' && <ArticleDialog collectionId={collectionId} onClose={close} />}
      {opened === 'page' && <WebPageDialog collectionId={collectionId} onClose={close} />}
    </>
  );
}
