import { startTransition, useEffect, useState } from 'react';

/** An answer of this length is drawn at once. */
const short = 5000;
/** So much more of a longer one is drawn each time; what is at its beginning is read first. */
const step = 2500;

/** The text that is drawn by now: a long answer that is opened comes in pieces. One that is written comes as it is. */
export function useGrowing(text: string): string {
  const [length, setLength] = useState(() => (text.length <= short ? Number.POSITIVE_INFINITY : short));
  const isWhole = length >= text.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each piece is followed by the next
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setLength((now) => now + step)));
    return () => clearTimeout(timer);
  }, [isWhole, length]);

  return isWhole ? text : text.slice(0, length);
}
