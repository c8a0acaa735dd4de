import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The operator commands in package.json: scripts/<name>.ts becomes dist/server/operator-<name>.js. */
const { scripts } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const actions = Object.fromEntries(
  Object.values(scripts).flatMap((command) => {
    const [, name] = /^node scripts\/operator\.mjs ([\w-]+)$/.exec(command) ?? [];
    return name ? [[`operator-${name}`, `scripts/${name}.ts`]] : [];
  }),
);

/**
 * The embedding runtime needs only this file besides its code. The package itself is many times larger and not part of
 * an installation.
 */
function embeddingRuntime(): Plugin {
  const fileName = 'ort-wasm-simd-threaded.wasm';
  // A fifth of the original size. The best quality would take half a minute.
  const quick = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const folder = path.dirname(createRequire(import.meta.filename).resolve('onnxruntime-web'));
  return {
    name: 'embedding-runtime',
    generateBundle() {
      const source = brotliCompressSync(readFileSync(path.join(folder, fileName)), { params: quick });
      this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source });
    },
  };
}

/**
 * Bundles the server with its libraries, because it starts several times faster than thousands of files. Workers (file
 * processing, the embedding model, token counting, web page checks, imports, exported documents and backups) are separate
 * programs. Libraries with native code or data files are not bundled.
 */
export default defineConfig({
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'src') } },
  publicDir: false,
  plugins: [embeddingRuntime()],
  ssr: {
    target: 'node',
    noExternal: true,
    external: [
      '@electric-sql/pglite',
      '@electric-sql/pglite-pgvector',
      '@myriaddreamin/typst-ts-web-compiler',
      '@node-rs/argon2',
      'pino-pretty',
      'sharp',
      'vite',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: false,
    rollupOptions: {
      input: {
        main: 'src/server/main.ts',
        'backup-worker': 'src/server/backup/backup-worker.ts',
        'embedding-worker': 'src/server/providers/embeddings/local/embedding-worker.ts',
        'check-pages-worker': 'src/server/features/citations/pages/check-pages-worker.ts',
        'import-worker': 'src/server/features/imports/reading/import-worker.ts',
        'export-worker': 'src/server/features/exports/export-worker.ts',
        'reading-worker': 'src/server/reading/pool/reading-worker.ts',
        'token-worker': 'src/server/lib/tokens/token-worker.mjs',
        ...actions,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'token-worker' ? '[name].mjs' : '[name].js'),
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
