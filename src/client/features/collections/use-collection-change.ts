import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { collectionsWords as words } from '~/client/words/collections';

/** The shared handling of collection changes: invalidates the lists and shows errors. */
export function useCollectionChange(onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess() {
      onDone?.();
      return utils.collections.invalidate();
    },
    onError: (cause: unknown) => errorToast(words.failed, cause),
  };
}
