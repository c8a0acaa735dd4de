import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { preloadedFonts } from './scripts/preloaded-fonts.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The fonts are first named in a stylesheet: announcing them in the page saves a round trip before text is set in them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return preloadedFonts(Object.keys(bundle ?? {})).map((font) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** What React needs; public pages and the application both load it. */
const reactPackages = /node_modules[\\/](react|react-dom|scheduler|stylis|@chakra-ui|@emotion|@pandacss|@babel)[\\/]/;
/** The router, the queries and tRPC, which only the application loads. */
const dataPackages = /node_modules[\\/](@tanstack|@trpc|superjson)[\\/]/;
/** The forms load it when they are shown. */
const formPackages = /node_modules[\\/](react-hook-form|@hookform)[\\/]/;
/**
 * Without the fields of forms, menus and what only pages with lists need: /qchat's first paint shows none of them. Without
 * schemas, which bring zod and are loaded when a form is used.
 */
const sharedParts =
  /src[\\/](shared(?![\\/]schemas)|client[\\/](ui(?![\\/](?:form[\\/](?:field|text-area|select|checkbox|password)|page[\\/](?:page|heading-row)|content[\\/]card|menu|overlay[\\/](?:form-dialog|modal)))|words))[\\/]|node_modules[\\/]lucide-react[\\/]/;

export default defineConfig({
  root: here('./src/client'),
  publicDir: here('./public'),
  cacheDir: here('./node_modules/.vite'),
  resolve: {
    alias: {
      '~': here('./src'),
      'mdast-util-to-markdown': here('./src/client/lib/no-markdown-output.ts'),
      '@ungap/structured-clone': here('./src/client/lib/structured-clone.ts'),
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
    preloadFonts(),
  ],
  experimental: {
    // Scripts and styles find files beside themselves, so that one build runs below any path. Pages name addresses from the
    // root; the server puts the path of PUBLIC_URL before them.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Every browser of that age preloads modules itself.
    modulePreload: { polyfill: false },
    // A data: address for a small asset would need a wider CSP.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The application, and the islands of the public pages.
      input: { index: here('./src/client/index.html'), site: here('./src/client/site/main.ts') },
      output: {
        // Every page loads the list of all names: without those of shared parts, and with a shorter hash, it saves 1.8 KB. 42
        // bits still tell two builds apart.
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]' : 'part'}-[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: reactPackages, tags: ['$initial'], priority: 2 },
            { name: 'data', test: dataPackages, tags: ['$initial'], priority: 1 },
            { name: 'forms', test: formPackages, priority: 1 },
            // Small parts and icons that most pages use: without this group /qchat loads 10 more files. Sharing by fewer
            // than 6 entries brings code of the application into the public pages, and so does adding client/hooks.
            { name: 'parts', test: sharedParts, minShareCount: 12 },
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
