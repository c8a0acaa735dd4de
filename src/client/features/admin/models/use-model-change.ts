import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';

/** What follows a change of endpoints or models: a notice, and every list of models is read again. */
export function useModelChange(words: { done: string; failed: string }, onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess() {
      toast({ kind: 'success', title: words.done });
      void utils.models.invalidate();
      void utils.auth.config.invalidate();
      onDone?.();
    },
    onError: (cause: unknown) => toast({ kind: 'error', title: words.failed, description: errorMessage(cause) }),
  };
}
