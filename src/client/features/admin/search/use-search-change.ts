import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';

/** Shows a notice after a change of search providers, and invalidates all data that depends on them. */
export function useSearchChange(words: { done: string; failed: string }, onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess() {
      toast({ kind: 'success', title: words.done });
      void utils.webSearch.invalidate();
      void utils.models.list.invalidate();
      void utils.auth.config.invalidate();
      onDone?.();
    },
    onError: (cause: unknown) => errorToast(words.failed, cause),
  };
}
