import { useRef } from 'react';
import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { useLimitWaits } from '~/client/features/upload/use-limit-waits';
import { errorMessage, limitedFor } from '~/client/lib/error-message';
import { type RetryOptions, withRetries } from '~/client/lib/retry';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { collectionsWords as words } from '~/client/words/collections';

/** A folder has more files than may be added in a minute. What the limit refuses has changed nothing, so it is repeated. */
const whenAllowed = <T>(work: () => Promise<T>, onWait: RetryOptions['onWait']): Promise<T> =>
  withRetries(work, { delays: [], isPassing: (cause) => limitedFor(cause) !== undefined, limitedFor, onWait });

/**
 * Adds each file as soon as it is uploaded: of many, those that have arrived are kept when the page is closed. A file that
 * cannot be added is named; the others are added all the same. Only one toast is visible, so the last one says everything.
 */
export function useAddedFiles(collectionId: string) {
  const utils = trpc.useUtils();
  const last = useRef(Promise.resolve());
  const results = useRef<{ name: string; problem?: string }[]>([]);
  const { continuesAt, onWait } = useLimitWaits();

  async function add({ name, type, uploadURL }: UploadedFile): Promise<void> {
    try {
      const { objectPath } = await whenAllowed(
        () => trpcClient.uploads.claim.mutate({ fileURL: uploadURL, name, type }),
        (...wait) => onWait(uploadURL, ...wait),
      );
      await whenAllowed(
        () => trpcClient.collections.addDocument.mutate({ collectionId, objectPath }),
        (...wait) => onWait(uploadURL, ...wait),
      );
      results.current.push({ name });
    } catch (cause) {
      const problem = errorMessage(cause);
      results.current.push({ name, problem });
      toast({ kind: 'error', title: words.notAdded(name), description: problem });
    }
    void utils.collections.invalidate();
  }
  return {
    /** Files that have arrived wait for a limit until then. */
    continuesAt,
    /** One after the other, in the order in which they arrived. */
    onUploaded(file: UploadedFile): void {
      last.current = last.current.then(() => add(file));
    },
    /** Says what was added and what was not, once the last one is through. */
    async onComplete(): Promise<void> {
      await last.current;
      const failed = results.current.filter(({ problem }) => problem !== undefined);
      const added = words.added(results.current.length - failed.length);
      const isEmpty = results.current.length === 0;
      results.current = [];
      if (isEmpty) return;
      if (failed.length === 0) toast({ kind: 'success', title: added });
      else {
        const title = words.notAdded(failed.map(({ name }) => name).join(', '));
        toast({ kind: 'error', title, description: `${failed[0]?.problem} ${added}.` });
      }
    },
  };
}
