import { useEffect, useRef } from 'react';
import { trpc } from '~/client/lib/trpc';

/** Reads the marks of the panel again when an answer ends here, so that it is marked as read before one leaves. */
export function useFreshMarks(isRunning: boolean): void {
  const utils = trpc.useUtils();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void utils.conversations.activity.invalidate();
    wasRunning.current = isRunning;
  }, [isRunning, utils]);
}
