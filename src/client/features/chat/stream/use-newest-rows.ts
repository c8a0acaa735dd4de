import { useEffect, useRef, useState } from 'react';

/** Rows may be wanted with every piece of text; this is the minimum interval between requests. */
const restMs = 1000;

/**
 * Calls `read` whenever `wanted` has increased since the last successful call; never concurrently, and with a minimum
 * interval.
 */
export function useNewestRows(wanted: number, read: () => Promise<void>): void {
  const [served, setServed] = useState(0);
  const [failures, setFailures] = useState(0);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const isReading = useRef(false);
  const latest = useRef(read);
  latest.current = read;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure must trigger another try
  useEffect(() => {
    if (wanted <= served) return;
    const readRows = async () => {
      if (isReading.current) return;
      isReading.current = true;
      lastAt.current = performance.now();
      try {
        await latest.current();
        setServed(wanted);
      } catch {
        setFailures((count) => count + 1);
      } finally {
        isReading.current = false;
      }
    };
    const timer = setTimeout(() => void readRows(), Math.max(0, lastAt.current + restMs - performance.now()));
    return () => clearTimeout(timer);
  }, [wanted, served, failures]);
}
