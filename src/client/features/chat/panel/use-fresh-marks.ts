import { useEffect, useRef } from 'react';
import { trpc } from '~/client/lib/trpc';

/** Reloads the panel's markers when an answer ends here, so that it is marked as read before the user leaves. */
export function useFreshMarks(isRunning: boolean): void {
  const utils = trpc.useUtils();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void utils.conversations.activity.invalidate();
    wasRunning.current = isRunning;
  }, [isRunning, utils]);
}
