import type { GetUploadParameters } from '~/client/features/upload/upload-rules';
import { trpcClient } from '~/client/lib/trpc';

/** Where the bytes of one file go. */
export const signUpload: GetUploadParameters = async ({ type, size }) => {
  const { uploadURL, headers } = await trpcClient.uploads.create.mutate({ size, ...(type && { type }) });
  return { method: 'PUT', url: uploadURL, headers };
};
