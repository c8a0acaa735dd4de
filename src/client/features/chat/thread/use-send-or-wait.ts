import { useCallback, useRef } from 'react';
import type { Queue } from '../queue/queue';

/** Sends the message at once, or queues it while an answer is running. */
export function useSendOrWait(runningId: string | undefined, ask: (text: string) => void) {
  const queue = useRef<Queue>(undefined);
  const latest = useRef(runningId);
  latest.current = runningId;
  const sendOrWait = useCallback(
    (text: string) => {
      const take = queue.current;
      if (typeof take === 'function' && take(text)) return;
      if (latest.current) queue.current ??= 'pressed';
      else ask(text);
    },
    [ask],
  );
  return { queue, sendOrWait };
}
