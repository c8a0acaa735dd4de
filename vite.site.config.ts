import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What draws the public pages, for Node: run once by the build (scripts/site-pages.mjs) and shipped nowhere. */
export default defineConfig({
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'src') } },
  publicDir: false,
  plugins: [react()],
  build: {
    ssr: 'src/client/site/render-pages.tsx',
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'render-pages.js' } },
  },
});
