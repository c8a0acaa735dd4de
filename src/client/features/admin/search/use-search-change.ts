import { isGone } from '~/client/lib/error-message';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';

/** Shows a notice after a change of search providers, and invalidates all data that depends on them. */
export function useSearchChange(words: { done: string; failed: string }, onDone?: () => void) {
  const utils = trpc.useUtils();
  const onError = useSearchFailure(words.failed);
  return {
    onSuccess() {
      toast({ kind: 'success', title: words.done });
      void utils.webSearch.invalidate();
      void utils.models.list.invalidate();
      void utils.auth.config.invalidate();
      onDone?.();
    },
    onError,
  };
}

/** Shows why a request failed. The list is loaded again if another administrator removed the provider. */
export function useSearchFailure(title: string) {
  const { webSearch } = trpc.useUtils();
  return (cause: unknown) => {
    errorToast(title, cause);
    if (isGone(cause)) void webSearch.settings.invalidate();
  };
}
