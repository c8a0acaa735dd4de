import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Plugins = NonNullable<Options['rehypePlugins']>;

let loaded: Plugins | undefined;
const none: Plugins = [];

/** What colours code, loaded with the first code that is to be coloured; until then code is plain. */
export function useHighlighting(isWanted: boolean): Plugins {
  const [plugins, setPlugins] = useState(loaded);

  useEffect(() => {
    if (!isWanted || plugins) return;
    let isGone = false;
    import('./highlighting').then(
      ({ highlighting }) => {
        loaded = highlighting;
        if (!isGone) setPlugins(highlighting);
      },
      // Without its colours code reads as well.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, plugins]);

  return isWanted && plugins ? plugins : none;
}
