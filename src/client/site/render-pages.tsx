/**
 * Draws the public pages at build time (React's static rendering). The result of the build step, not of a request:
 * each page is one file that holds its text and the styles of what stands in it.
 */

import { ChakraProvider } from '@chakra-ui/react';
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { system } from '~/client/app/theme';
import { type DocumentFiles, toDocument } from './document';
import { IslandHtml } from './island';
import { notFoundPage, runPage, type SitePage, sitePages } from './site-pages';

/** '/' is index, '/404' is 404: the file's name without its ending. */
export const fileOf = (path: string): string => (path === '/' ? 'home' : path.slice(1));

export async function renderPages(files: DocumentFiles): Promise<{ name: string; html: string }[]> {
  return Promise.all(
    [...sitePages, notFoundPage, runPage].map(async (page) => ({
      name: fileOf(page.path),
      html: await renderPage(page, files),
    })),
  );
}

async function renderPage(page: SitePage, files: DocumentFiles): Promise<string> {
  const cache = createCache({ key: 'css' });
  // The styles are gathered instead of being written beside each element.
  cache.compat = true;
  const inTheme = (content: ReactNode) => (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{content}</ChakraProvider>
    </CacheProvider>
  );
  const islandHtml = (name: string, content: ReactNode) =>
    renderToString(inTheme(content), { identifierPrefix: `${name}-` });
  const { prelude } = await prerender(inTheme(<IslandHtml value={islandHtml}>{<page.Page />}</IslandHtml>), {
    // A part that comes later would be put in place by an inline script, which the pages do not allow.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  const body = await new Response(prelude).text();
  return toDocument(page, { body, ...gather(cache) }, files);
}

/** All rules the page needs, in the order in which they came, and the names by which the browser knows them as there. */
function gather({ inserted }: EmotionCache): { css: string; styleNames: string[] } {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { css: rules.map(([, css]) => css).join(''), styleNames: rules.map(([name]) => name) };
}
