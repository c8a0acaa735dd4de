import { useEffect } from 'react';

const retryMs = 5000;

/**
 * Restarts a subscription that the server rejected. A lost connection reconnects without this. Returns whether it
 * failed.
 */
export function useSubscriptionRetry({ status, reset }: { status: string; reset: () => void }): boolean {
  const hasFailed = status === 'error';
  useEffect(() => {
    if (!hasFailed) return;
    const timer = setTimeout(reset, retryMs);
    return () => clearTimeout(timer);
  }, [hasFailed, reset]);
  return hasFailed;
}
