import { useEffect, useState } from 'react';

/** A part of the program that is loaded when something first needs it. */
export interface LazyPart<T> {
  load: () => Promise<T>;
  loaded?: T;
}

/** The part once it is loaded; undefined until then, while it is not wanted, and when it cannot be loaded. */
export function useLazyPart<T>(part: LazyPart<T>, isWanted: boolean): T | undefined {
  const [loaded, setLoaded] = useState(() => part.loaded);

  useEffect(() => {
    if (!isWanted || loaded !== undefined) return;
    let isGone = false;
    part.load().then(
      (value) => {
        part.loaded = value;
        if (!isGone) setLoaded(() => value);
      },
      // What it adds is missing, and the text is there to read.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [part, isWanted, loaded]);

  return isWanted ? loaded : undefined;
}
