import { useEffect, useState } from 'react';

const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - Date.now()) / 1000));

/** Whole seconds until `time`, updated each second. At least 1; 0 without a time. */
export function useSecondsUntil(time: number | undefined): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    if (time === undefined) return;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? 0 : secondsUntil(time);
}
