import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The program that prerenders the public pages with Node.js. The build runs it once (scripts/site-pages.mjs); it is not
 * shipped.
 */
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
