import { isGone } from '~/client/lib/error-message';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';

/** Shows a notice after a change of endpoints or models, and invalidates every list of models. */
export function useModelChange(words: { done: string; failed: string }, onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess() {
      toast({ kind: 'success', title: words.done });
      void utils.models.invalidate();
      void utils.auth.config.invalidate();
      onDone?.();
    },
    onError(cause: unknown) {
      errorToast(words.failed, cause);
      // Another administrator was faster.
      if (isGone(cause)) void utils.models.invalidate();
    },
  };
}
