import { UploadButton } from '~/client/features/upload/upload-button';
import { trpc } from '~/client/lib/trpc';
import { notSending } from './pending-file';
import type { DraftFiles } from './use-pending-files';

/** The paperclip. Pasted and dropped files also count towards the limit. */
export function AttachButton({ files: { files, store } }: { files: DraftFiles }) {
  const { data: config } = trpc.auth.config.useQuery();
  return (
    <UploadButton
      isPerMessage
      companionUrl={config?.companionUrl}
      numberTaken={notSending(files).length}
      onGetUploadParameters={store.target}
      onComplete={store.addUploaded}
    />
  );
}
