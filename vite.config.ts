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

/** React, the styles, and the parts that public pages and the application both begin with. */
const sharedBeginning = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|lucide-react|stylis|@chakra-ui|@emotion|@pandacss|@babel)/',
    'src/shared/',
    'src/client/(ui|words|hooks)/',
    'src/client/lib/(words|rest)',
    'src/client/app/(theme|late-overlays|base)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);
const applicationBeginning = /node_modules[\\/]|src[\\/]client[\\/](app[\\/]|main)/;

export default defineConfig({
  root: here('./src/client'),
  publicDir: here('./public'),
  cacheDir: here('./node_modules/.vite'),
  resolve: {
    alias: { '~': here('./src'), 'mdast-util-to-markdown': here('./src/client/lib/no-markdown-output.ts') },
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
      input: { index: here('./src/client/index.html'), site: here('./src/client/site/main.tsx') },
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
            // What the public pages and the application both begin with: who comes from one has it for the other.
            { name: 'base', test: sharedBeginning, tags: ['$initial'], priority: 3 },
            // Toasts ask for it on public pages too, where they must not bring the parts of the application along.
            { name: 'limits', test: /src[\\/]shared[\\/]limits/, priority: 4 },
            { name: 'core', test: applicationBeginning, tags: ['$initial'], priority: 1 },
            // Parts that several screens share: one small file and not ten tiny ones. What uploads is large, and comes
            // with the first file.
            { name: 'parts', test: /src[\\/]client[\\/](ui[\\/](?!uploader)|hooks|lib)[\\/]?/, minShareCount: 2 },
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
