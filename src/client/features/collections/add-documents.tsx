import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { UploadButton } from '~/client/features/upload/upload-button';
import type { UploadResult } from '~/client/features/upload/upload-rules';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { collectionsWords as words } from '~/client/words/collections';
import { ArticleDialog } from './article-dialog';
import { signUpload } from './sign-upload';

const filesAtOnce = 50;

/** The ways to add documents: an article, or files. */
export function AddDocuments({ collectionId }: { collectionId: string }) {
  const utils = trpc.useUtils();
  const [isWriting, setIsWriting] = useState(false);

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
      <Button onClick={() => setIsWriting(true)}>
        <FilePlus2 size={16} strokeWidth={1.5} aria-hidden />
        {words.addArticle}
      </Button>
      <UploadButton
        maxNumberOfFiles={filesAtOnce}
        onGetUploadParameters={signUpload}
        onComplete={(result) => void addFiles(result)}
      >
        {words.uploadFiles}
      </UploadButton>
      {isWriting && <ArticleDialog collectionId={collectionId} onClose={() => setIsWriting(false)} />}
    </>
  );
}
