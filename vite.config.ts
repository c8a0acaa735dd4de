import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { preloadedFonts } from './scripts/preloaded-fonts.mjs';
import { isSharedPart } from './scripts/shared-parts.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Preloads the fonts from the page, which saves a round trip compared to finding them in a stylesheet. */
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

/** A plugin, because an alias can't tell which package a relative import belongs to. */
function shortenSvgProperties(): Plugin {
  return {
    name: 'shorten-svg-properties',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './lib/svg.js' && importer?.includes('property-information')
        ? here('./src/client/lib/svg-properties.ts')
        : undefined,
  };
}

/** React and its dependencies, which both public pages and the application load. */
const reactPackages = /node_modules[\\/](react|react-dom|scheduler|stylis|@chakra-ui|@emotion|@pandacss|@babel)[\\/]/;
/** The router, queries and tRPC, which only the application loads. */
const dataPackages = /node_modules[\\/](@tanstack|@trpc|superjson)[\\/]/;
/** Loaded with the first form. */
const formPackages = /node_modules[\\/](react-hook-form|@hookform)[\\/]/;
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
    shortenSvgProperties(),
    preloadFonts(),
  ],
  experimental: {
    // Scripts and styles refer to files relatively, so that one build works below any path. Pages use root-relative
    // URLs, to which the server adds the path of PUBLIC_URL.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // All supported browsers have native module preloading.
    modulePreload: { polyfill: false },
    // Inlining small assets as data: URLs would need a wider CSP.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The application, and the islands of the public pages.
      input: { index: here('./src/client/index.html'), site: here('./src/client/site/main.ts') },
      output: {
        // Every page loads the list of all chunk names. Shared chunks are only called by their hash, and a short hash
        // saves 1.9 KB. 42 bits are enough to distinguish builds.
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'react', test: reactPackages, tags: ['$initial'], priority: 2 },
            { name: 'data', test: dataPackages, tags: ['$initial'], priority: 1 },
            { name: 'forms', test: formPackages, priority: 1 },
            // Small components and icons that most pages use: without this group the public pages load 8 more files and
            // /qchat 3. A minimum below 10 would add application code to the public pages, and so would adding
            // client/hooks.
            { name: 'parts', test: isSharedPart, minShareCount: 12 },
          ],
        },
      },
      treeshake: {
        // These packages don't declare that their imports have no side effects. This allows tree shaking.
        moduleSideEffects: [
          { test: /node_modules\/(@trpc|@emotion|hoist-non-react-statics|react-is)\//, sideEffects: false },
        ],
      },
    },
  },
});
