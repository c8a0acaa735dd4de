import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isGone } from '~/client/lib/error-message';

/** Rows may be wanted with every piece of text; this is the minimum interval between requests. */
const restMs = 1000;

interface Rows {
  read: () => Promise<void>;
  /** Called if the conversation does not exist any more, unless this has been unmounted in the meantime. */
  onGone: () => void;
}

/**
 * Calls `read` whenever `wanted` has increased since the last successful call; never concurrently, and with a minimum
 * interval.
 */
export function useNewestRows(wanted: number, rows: Rows): void {
  const [served, setServed] = useState(0);
  const [failures, setFailures] = useState(0);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isReading = useRef(false);
  const read = useEffectEvent(rows.read);
  const leave = useEffectEvent(rows.onGone);
  const isMounted = useIsMounted();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure must trigger another try
  useEffect(() => {
    if (wanted <= served) return;
    const readRows = async () => {
      if (isReading.current) return;
      isReading.current = true;
      lastAt.current = performance.now();
      try {
        await read();
        setServed(wanted);
      } catch (cause) {
        if (!isMounted.current) return;
        if (isGone(cause)) {
          setServed(wanted);
          leave();
        } else setFailures((count) => count + 1);
      } finally {
        isReading.current = false;
      }
    };
    const timer = setTimeout(() => void readRows(), Math.max(0, lastAt.current + restMs - performance.now()));
    return () => clearTimeout(timer);
  }, [wanted, served, failures]);
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
