import { errorMessage, isConflict, isGone } from '~/client/lib/error-message';
import { liveStatus } from '~/client/lib/live-status';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { investWords as words } from '~/client/words/invest';

interface PositionChangeWords {
  done: string;
  failed: string;
}

/** The shared handling of portfolio changes: shows a toast and invalidates the portfolio. */
export function usePositionChange(
  { done, failed }: PositionChangeWords,
  onDone: () => void,
  onFailed?: (cause: unknown) => void,
) {
  const utils = trpc.useUtils();
  return {
    onSuccess() {
      toast({ kind: 'success', title: words.success, description: done });
      onDone();
      // An open live connection reports the change, and use-book.ts then reloads the portfolio.
      if (liveStatus() !== 'open') void utils.positions.invalidate();
    },
    onError(cause: unknown) {
      toast({ kind: 'error', title: words.error, description: errorMessage(cause, failed) });
      // Another administrator was faster, so the displayed portfolio is out of date.
      if (isConflict(cause) || isGone(cause)) void utils.positions.invalidate();
      onFailed?.(cause);
    },
  };
}
