import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The typeface is first named in a stylesheet; announcing it in the page saves a round trip before text is set in it. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
        if (!font) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}

const within = (...folders: string[]) => new RegExp(folders.join('|').replaceAll('/', '[\\\\/]'));

/** The little that every page has from its first moment; nothing in it does anything by being loaded. */
const arrival = within('src/client/app/base.css', 'src/shared/pages', 'preload-helper');
/** React, the styles and the parts that the islands of public pages and the application both begin with. */
const sharedBeginning = within(
  'node_modules/(react|react-dom|scheduler|lucide-react|stylis|@chakra-ui|@emotion|@pandacss|@babel)/',
  'src/client/(ui|words|hooks)/',
  'src/client/lib/(words|rest|toast)',
  'src/client/app/(theme|late-overlays)',
);
/**
 * What the islands are made of, and screens of the application as well. Left out of this list, a part the two share
 * lands in `parts`, and brings the application with it into the public pages.
 */
const islandParts = within(
  'src/client/ui/(menu/(account-menu|menu|theme-switch)|page/logo|form/field)',
  'src/client/(hooks/(use-color-mode|use-dismiss)|lib/toast)',
  'src/client/words/(account-menu|top-bar)',
  'lucide-react/dist/esm/icons/(log-out|menu|settings|sun|moon)[.]',
  'src/shared/(brand|limits|offerings)',
);
const formLibrary = within(
  'node_modules/(react-hook-form|@hookform)/',
  'src/client/hooks/(use-server-form|schema-resolver)',
);
/** The bar, which the chat and the sign-in screen do without. */
const bar = within(
  'src/client/ui/(page/top-bar|menu/phone-menu)',
  'src/client/words/top-bar',
  'lucide-react/dist/esm/icons/(menu|settings|sun|moon)[.]',
  'src/shared/offerings',
);
/** What uploads is large, and comes with the first file. Icons that no public page has are too small for their own files. */
const sharedParts = /src[\\/]client[\\/](ui|hooks|lib)[\\/]?|icons[\\/](chart-line|rotate-cw|search|trash|upload)[.]/;
const applicationBeginning = /node_modules[\\/]|src[\\/]client[\\/](app[\\/]|main)/;

export default defineConfig({
  root: here('./src/client'),
  publicDir: here('./public'),
  cacheDir: here('./node_modules/.vite'),
  resolve: {
    alias: {
      '~': here('./src'),
      'mdast-util-to-markdown': here('./src/client/lib/no-markdown-output.ts'),
      'markdown-table': here('./src/client/lib/no-markdown-output.ts'),
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('./src/client/routes'),
      generatedRouteTree: here('./src/client/app/route-tree.gen.ts'),
      quoteStyle: 'single',
      semicolons: true,
      disableLogging: true,
    }),
    react(),
    preloadFont(),
  ],
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A data: address for a small asset would need a wider CSP.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The application, and the islands of the public pages.
      input: { index: here('./src/client/index.html'), site: here('./src/client/site/main.ts') },
      output: {
        // Every screen needs what the entry needs: one file of it compresses better than seven.
        // The socket's code is named by tRPC's own index, unused there; it belongs to the first subscription.
        codeSplitting: {
          groups: [
            {
              name: 'socket',
              test: /@trpc[\\/]client[\\/]dist[\\/]wsLink/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'arrival', test: arrival, priority: 4 },
            // What the public pages and the application both begin with: who comes from one has it for the other.
            { name: 'base', test: sharedBeginning, tags: ['$initial'], priority: 3 },
            { name: 'islands', test: islandParts, priority: 2 },
            // Comes with the first form, and not with what else the islands share.
            { name: 'form', test: formLibrary, priority: 4, includeDependenciesRecursively: false },
            // Pieces of Chakra that only later screens draw are too small for files of their own.
            { name: 'base', test: within('node_modules/@chakra-ui/'), priority: 3 },
            { name: 'bar', test: bar, priority: 1, includeDependenciesRecursively: false },
            { name: 'core', test: applicationBeginning, tags: ['$initial'], priority: 1 },
            // Parts that several screens share: a small file and not ten tiny ones, one for the pages with tables and
            // forms, one for all.
            {
              name: 'page-parts',
              test: /src[\\/]client[\\/](ui[\\/](content[\\/](badge|card|description-list)|table[\\/]|page[\\/](heading-row|page\.)|form[\\/](checkbox|select|text-area))|hooks[\\/]use-(drawn-rows|row-height))/,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'parts', test: sharedParts, minShareCount: 2 },
          ],
        },
      },
      treeshake: {
        // These packages do not say so, but importing them does nothing by itself: what is not used can go.
        moduleSideEffects: [
          { test: /node_modules\/(@trpc|@emotion|hoist-non-react-statics|react-is)\//, sideEffects: false },
        ],
      },
    },
  },
});
