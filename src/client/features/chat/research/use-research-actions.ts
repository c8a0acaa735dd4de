import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { researchWords as words } from '~/client/words/research';

/** Start, continue and stop, with optimistic updates. */
export function useResearchActions() {
  const utils = trpc.useUtils();
  const onSuccess = () => void utils.research.invalidate();
  const run = trpc.research.run.useMutation({
    onSuccess,
    onError: (cause) => toast({ kind: 'error', title: words.runFailed, description: errorMessage(cause) }),
  });
  const stop = trpc.research.stop.useMutation({
    onSuccess,
    onError: (cause) => toast({ kind: 'error', title: words.stopFailed, description: errorMessage(cause) }),
  });
  return { run, stop };
}
