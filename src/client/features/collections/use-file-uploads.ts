import { use, useMemo } from 'react';
import { uploadTarget } from '~/client/features/upload/upload-target';
import { trpc } from '~/client/lib/trpc';
import { limits } from '~/shared/limits';
import { ArticleContext } from './article-context';
import { multipartUploads } from './multipart-uploads';

/** The upload configuration of collections, for an UploadButton. */
export function useFileUploads() {
  const { userId } = use(ArticleContext);
  const { data: config } = trpc.auth.config.useQuery();
  const multipart = useMemo(() => multipartUploads(userId), [userId]);
  return {
    onGetUploadParameters: uploadTarget,
    multipart,
    maxFileSize: config?.knowledgeFileBytes ?? limits.attachmentBytes,
  };
}
