/**
 * Prerenders the public pages at build time (React's static rendering). Each page is one file with its content and only
 * the styles that it uses.
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

/** The page's file name without extension: '/' is home, '/404' is 404. */
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
  // Collects styles in the cache instead of writing them next to each element.
  cache.compat = true;
  const withTheme = (content: ReactNode) => (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{content}</ChakraProvider>
    </CacheProvider>
  );
  const islandHtml = (name: string, content: ReactNode) =>
    renderToString(withTheme(content), { identifierPrefix: `${name}-` });
  const { prelude } = await prerender(withTheme(<IslandHtml value={islandHtml}>{<page.Page />}</IslandHtml>), {
    // Suspended content would be inserted by an inline script, which the pages' CSP forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  const body = await new Response(prelude).text();
  return toDocument(page, { body, ...gather(cache) }, files);
}

/**
 * Returns all rules the page uses, in insertion order, and Emotion's names for them, so that the browser reuses them.
 */
function gather({ inserted }: EmotionCache): { css: string; styleNames: string[] } {
  const rules = Object.entries(inserted).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { css: rules.map(([, css]) => css).join(''), styleNames: rules.map(([name]) => name) };
}
