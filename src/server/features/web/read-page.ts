import type { Deps } from '~/server/deps';
import type { PageReading } from '~/server/providers/pages/types';

/** Reads a page for any feature; throws only the signal's reason. A page read lately is given as it was. */
export const readPage = (deps: Pick<Deps, 'pages'>, url: string, signal: AbortSignal): Promise<PageReading> =>
  deps.pages.read(url, signal);
