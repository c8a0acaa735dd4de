import { UploadButton } from '~/client/features/upload/upload-button';
import { trpc } from '~/client/lib/trpc';
import { besideDraft } from './pending-file';
import type { FilesOfDraft } from './use-pending-files';

/** The paperclip. Pasted and dropped files also count towards the limit. */
export function AttachButton({ files: { files, store } }: { files: FilesOfDraft }) {
  const { data: config } = trpc.auth.config.useQuery();
  return (
    <UploadButton
      companionUrl={config?.companionUrl}
      numberTaken={besideDraft(files).length}
      onGetUploadParameters={store.target}
      onComplete={store.adopt}
    />
  );
}
