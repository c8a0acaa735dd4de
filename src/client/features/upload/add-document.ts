import { limitedFor } from '~/client/lib/error-message';
import { type RetryOptions, withRetries } from '~/client/lib/retry';
import { trpcClient } from '~/client/lib/trpc';
import type { UploadedFile } from './upload-rules';

/**
 * Adds an uploaded file to a collection. More files can be uploaded than may be added in a minute; a rejected request
 * has changed nothing, so it is repeated when the rate limit allows it.
 */
export async function addDocument(
  collectionId: string,
  { name, type, uploadURL }: Pick<UploadedFile, 'name' | 'type' | 'uploadURL'>,
  onWait?: RetryOptions['onWait'],
): Promise<void> {
  const whenAllowed = <T>(work: () => Promise<T>): Promise<T> =>
    withRetries(work, { delays: [], isTransient: (cause) => limitedFor(cause) !== undefined, limitedFor, onWait });
  const { objectPath } = await whenAllowed(() => trpcClient.uploads.claim.mutate({ fileURL: uploadURL, name, type }));
  await whenAllowed(() => trpcClient.collections.addDocument.mutate({ collectionId, objectPath }));
}
