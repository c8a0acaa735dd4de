import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';

/** Every script but the one for developers is an operator's action, as dist/server/operator-<name>.js. */
const actions = Object.fromEntries(
  readdirSync(path.resolve(import.meta.dirname, 'scripts'))
    .filter((file) => file.endsWith('.ts') && file !== 'db-migration.ts')
    .map((file) => [`operator-${path.basename(file, '.ts')}`, `scripts/${file}`]),
);

/**
 * The server as one bundle with its libraries: it starts several times quicker than thousands of separate files.
 * The readers of uploaded files are a program of their own beside it.
 * Libraries with native code or data files of their own stay outside.
 */
export default defineConfig({
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'src') } },
  publicDir: false,
  ssr: {
    target: 'node',
    noExternal: true,
    external: ['@electric-sql/pglite', '@node-rs/argon2', 'pino-pretty', 'sharp', 'vite'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: false,
    rollupOptions: {
      input: { main: 'src/server/main.ts', 'reading-worker': 'src/server/reading/reading-worker.ts', ...actions },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
