import { ChakraProvider } from '@chakra-ui/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { LazyOverlays } from '~/client/app/lazy-overlays';
import { system } from '~/client/app/theme';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { notFoundPage, sitePages } from './site-pages';

/** Renders the public page of the current URL in the browser, for `npm run dev`. */
export function drawDevPage(onDrawn: () => void): void {
  const page = sitePages.find(({ path }) => path === location.pathname) ?? notFoundPage;
  document.title = page.title;
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<DevPage page={page} onDrawn={onDrawn} />);
}

function DevPage({ page, onDrawn }: { page: typeof notFoundPage; onDrawn: () => void }) {
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href="${sitePlaceholders.schedulingUrl}"]`)) {
      link.href = document.querySelector<HTMLMetaElement>('meta[name="scheduling-url"]')?.content ?? link.href;
    }
    onDrawn();
  }, [onDrawn]);
  return (
    <ChakraProvider value={system}>
      <page.Page />
      <LazyOverlays />
    </ChakraProvider>
  );
}
