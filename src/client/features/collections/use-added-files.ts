import { useRef } from 'react';
import { addDocument } from '~/client/features/upload/add-document';
import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { useLimitWaits } from '~/client/features/upload/use-limit-waits';
import { errorMessage } from '~/client/lib/error-message';
import { sentences } from '~/client/lib/sentences';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { collectionsWords as words } from '~/client/words/collections';

/** The number of files that the toast names; the others are only counted. */
const maxNames = 3;

/**
 * Adds each file as soon as it is uploaded, so that completed ones are kept if the page is closed. Names files that
 * could not be added, and adds the others. Only one toast is visible, so the last one summarizes everything.
 */
export function useAddedFiles(collectionId: string) {
  const utils = trpc.useUtils();
  const last = useRef(Promise.resolve());
  const results = useRef<{ name: string; problem?: string }[]>([]);
  const { resumesAt, onWait } = useLimitWaits();

  async function add(file: UploadedFile): Promise<void> {
    const { name, uploadURL } = file;
    try {
      await addDocument(collectionId, file, (...wait) => onWait(uploadURL, ...wait));
      results.current.push({ name });
    } catch (cause) {
      const problem = errorMessage(cause);
      results.current.push({ name, problem });
      toast({ kind: 'error', title: words.notAdded(name), description: problem });
    }
    void utils.collections.invalidate();
  }
  return {
    /** When the rate limit allows the next file. */
    resumesAt,
    /** Adds files sequentially, in the order of upload. */
    onUploaded(file: UploadedFile): void {
      last.current = last.current.then(() => add(file));
    },
    /** Shows which files were added and which were not, once all are processed. */
    async onComplete(): Promise<void> {
      await last.current;
      const failed = results.current.filter(({ problem }) => problem !== undefined);
      const added = words.added(results.current.length - failed.length);
      const isEmpty = results.current.length === 0;
      results.current = [];
      if (isEmpty) return;
      if (failed.length === 0) toast({ kind: 'success', title: added });
      else {
        const names = failed.slice(0, maxNames).map(({ name }) => name);
        const title = words.notAdded(names.join(', '), failed.length - names.length);
        toast({ kind: 'error', title, description: sentences([failed[0]?.problem ?? '', added]) });
      }
    },
  };
}
