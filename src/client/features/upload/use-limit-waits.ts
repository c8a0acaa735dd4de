import { useRef, useState } from 'react';
import type { Waiting } from '~/client/lib/retry';

/** The time when the first of several tasks that wait for the rate limit continues. */
export function useLimitWaits() {
  const waits = useRef(new Map<string, number>());
  const [resumesAt, setContinuesAt] = useState<number>();
  const show = () => setContinuesAt(waits.current.size === 0 ? undefined : Math.min(...waits.current.values()));
  return {
    resumesAt,
    onWait(key: string, what: Waiting | undefined, limitMs = 0): void {
      if (what === 'limited') waits.current.set(key, Date.now() + limitMs);
      else waits.current.delete(key);
      show();
    },
    /** Forgets all waiting tasks. */
    clear(): void {
      waits.current.clear();
      show();
    },
  };
}
