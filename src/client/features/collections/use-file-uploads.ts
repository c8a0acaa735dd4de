import { use, useMemo } from 'react';
import type { GetUploadParameters } from '~/client/features/upload/upload-rules';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { limits } from '~/shared/limits';
import { ArticleContext } from './article-context';
import { multipartUploads } from './multipart-uploads';

/** The upload URL for one file. */
const onGetUploadParameters: GetUploadParameters = async ({ type, size }) => {
  const { uploadURL, headers } = await trpcClient.uploads.create.mutate({ size, ...(type && { type }) });
  return { method: 'PUT', url: uploadURL, headers };
};

/** The upload configuration of collections, for an UploadButton. */
export function useFileUploads() {
  const { userId } = use(ArticleContext);
  const { data: config } = trpc.auth.config.useQuery();
  const multipart = useMemo(() => multipartUploads(userId), [userId]);
  return { onGetUploadParameters, multipart, maxFileSize: config?.knowledgeFileBytes ?? limits.attachmentBytes };
}
