import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { researchWords as words } from '~/client/words/research';

/** Start, continue and stop, with optimistic updates. */
export function useResearchActions() {
  const utils = trpc.useUtils();
  // Also after an error: another tab may have started or stopped the run.
  const onSettled = () => void utils.research.invalidate();
  const run = trpc.research.run.useMutation({
    onSettled,
    onError: (cause) => errorToast(words.runFailed, cause),
  });
  const stop = trpc.research.stop.useMutation({
    onSettled,
    onError: (cause) => errorToast(words.stopFailed, cause),
  });
  return { run, stop };
}
