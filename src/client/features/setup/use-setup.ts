import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSameLocation } from '~/client/hooks/use-same-location';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { setupWords as words } from '~/client/words/setup';
import { limits } from '~/shared/limits';

/** Runs the setup. After success it opens the portfolio, unless the user has already navigated away. */
export function useSetup() {
  const utils = trpc.useUtils();
  const router = useRouter();
  const beginWatch = useSameLocation();
  const setup = trpc.setup.run.useMutation({
    onSuccess() {
      toast({ kind: 'success', title: words.succeeded, description: words.succeededMore });
      // The user is now an administrator, and the portfolio may have changed.
      void utils.auth.user.invalidate();
      void utils.positions.list.invalidate();
    },
    onError: (cause) =>
      toast({ kind: 'error', title: words.failed, description: errorMessage(cause, words.failedMore) }),
  });

  const { isSuccess } = setup;
  useEffect(() => {
    if (!isSuccess) return;
    const isStillHere = beginWatch();
    const lead = () => isStillHere() && void router.navigate({ to: '/qinvest' });
    const timer = setTimeout(lead, limits.setupRedirectMs);
    return () => clearTimeout(timer);
  }, [beginWatch, isSuccess, router]);

  return { result: setup.data, isPending: setup.isPending, run: setup.mutate };
}
