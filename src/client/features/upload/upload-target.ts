import { trpcClient } from '~/client/lib/trpc';
import type { GetUploadParameters } from './upload-rules';

/** The upload URL of a file that will be added to a collection. */
export const uploadTarget: GetUploadParameters = async ({ type, size }) => {
  const { uploadURL, headers } = await trpcClient.uploads.create.mutate({ size, ...(type && { type }) });
  return { method: 'PUT', url: uploadURL, headers };
};
