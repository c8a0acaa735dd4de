import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import type { ReadPage } from '~/server/providers/pages/types';

const maxWaitMs = 30_000;

/** Throws an error that explains to users why the page can't be read. */
export async function readWebPage(
  { pages }: Pick<Deps, 'pages'>,
  url: string,
  options?: { isRefetch?: boolean },
): Promise<ReadPage> {
  const page = await pages.read(url, AbortSignal.timeout(maxWaitMs), options);
  if (page.state === 'read') return page;
  throw new AppError('validation', page.words, { field: 'url' });
}
