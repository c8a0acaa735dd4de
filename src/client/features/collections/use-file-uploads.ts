import { use, useMemo } from 'react';
import type { GetUploadParameters } from '~/client/features/upload/upload-rules';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { limits } from '~/shared/limits';
import { ArticleContext } from './article-context';
import { partedUploads } from './parted-uploads';

/** Where the bytes of one file go. */
const onGetUploadParameters: GetUploadParameters = async ({ type, size }) => {
  const { uploadURL, headers } = await trpcClient.uploads.create.mutate({ size, ...(type && { type }) });
  return { method: 'PUT', url: uploadURL, headers };
};

/** How files of collections are uploaded, for an UploadButton. */
export function useFileUploads() {
  const { userId } = use(ArticleContext);
  const { data: config } = trpc.auth.config.useQuery();
  const parted = useMemo(() => partedUploads(userId), [userId]);
  return { onGetUploadParameters, parted, maxFileSize: config?.knowledgeFileBytes ?? limits.attachmentBytes };
}
