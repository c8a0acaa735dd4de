import { ChakraProvider } from '@chakra-ui/react';
import { LateOverlays } from '../app/late-overlays';
import { system } from '../app/theme';
import { notFoundPage, sitePages } from './site-pages';

/** npm run dev: the page of this address, drawn in the browser. */
export function DevPage() {
  const page = sitePages.find(({ path }) => path === location.pathname) ?? notFoundPage;
  document.title = page.title;
  return (
    <ChakraProvider value={system}>
      <page.Page />
      <LateOverlays />
    </ChakraProvider>
  );
}
