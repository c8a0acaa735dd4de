import { useEffect, useState } from 'react';

const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - Date.now()) / 1000));

/** Seconds until a time, counted down on the screen: at least one, as what waits goes on by itself. */
export function useSecondsUntil(time: number | undefined): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    if (time === undefined) return;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? 0 : secondsUntil(time);
}
