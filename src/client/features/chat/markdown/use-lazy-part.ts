import { useEffect, useState } from 'react';

/** A chunk that is loaded when something first needs it. */
export interface LazyPart<T> {
  load: () => Promise<T>;
  loaded?: T;
}

/** The loaded chunk; undefined until then and while `isWanted` is false, null if loading fails. */
export function useLazyPart<T>(part: LazyPart<T>, isWanted: boolean): T | undefined | null {
  const [loaded, setLoaded] = useState<T | undefined | null>(() => part.loaded);

  useEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    let isGone = false;
    part.load().then(
      (value) => {
        part.loaded = value;
        if (!isGone) setLoaded(() => value);
      },
      // Only the addition is missing; the text is readable without it.
      () => {
        if (!isGone) setLoaded(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [part, isWanted, loaded]);

  return isWanted ? loaded : undefined;
}
