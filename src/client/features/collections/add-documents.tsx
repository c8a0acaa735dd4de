import { FilePlus2, Globe } from 'lucide-react';
import { useState } from 'react';
import { UploadButton } from '~/client/features/upload/upload-button';
import type { UploadResult } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { collectionsWords as words } from '~/client/words/collections';
import { ArticleDialog } from './article-dialog';
import { useFileUploads } from './use-file-uploads';
import { WebPageDialog } from './web-page-dialog';

const filesAtOnce = 50;

/** The ways to add documents: an article, a web page, or files. */
export function AddDocuments({ collectionId }: { collectionId: string }) {
  const utils = trpc.useUtils();
  const uploads = useFileUploads();
  const [opened, setOpened] = useState<'article' | 'page'>();
  const close = () => setOpened(undefined);

  /** A file that cannot be added is named; the others are added all the same. */
  async function addFiles({ successful }: UploadResult) {
    let added = 0;
    for (const { name, type, uploadURL } of successful) {
      try {
        const { objectPath } = await trpcClient.uploads.claim.mutate({ fileURL: uploadURL, name, type });
        await trpcClient.collections.addDocument.mutate({ collectionId, objectPath });
        added++;
      } catch (cause) {
        toast({ kind: 'error', title: words.notAdded(name), description: errorMessage(cause) });
      }
    }
    if (added > 0) toast({ kind: 'success', title: words.added(added) });
    await utils.collections.invalidate();
  }

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
      <UploadButton {...uploads} maxNumberOfFiles={filesAtOnce} onComplete={(result) => void addFiles(result)}>
        {words.uploadFiles}
      </UploadButton>
      {opened === 'article' && <ArticleDialog collectionId={collectionId} onClose={close} />}
      {opened === 'page' && <WebPageDialog collectionId={collectionId} onClose={close} />}
    </>
  );
}
