import type { Deps } from '~/server/deps';
import type { PageReading } from '~/server/providers/pages/types';

/** Reads a page for any feature. Only throws the signal's reason. A recently read page is returned from the cache. */
export const readPage = (deps: Pick<Deps, 'pages'>, url: string, signal: AbortSignal): Promise<PageReading> =>
  deps.pages.read(url, signal);
