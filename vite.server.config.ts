import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The operator's actions are those that package.json names: scripts/<name>.ts becomes dist/server/operator-<name>.js. */
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
 * The only file of the runtime for embedding models that its program needs besides the code. The package itself, which
 * has many times its size, is not part of an installation.
 */
function embeddingRuntime(): Plugin {
  const fileName = 'ort-wasm-simd-threaded.wasm';
  // A fifth of its size; the best quality would take half a minute.
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
 * The server as one bundle with its libraries: it starts several times quicker than thousands of separate files.
 * The readers of uploaded files, the embedding model, the counter of tokens, the checker of web pages, the reader of imports, the writer of
 * papers and the maker of backups are programs of their own beside it.
 * Libraries with native code or data files of their own stay outside.
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
        'backup-worker': 'src/server/operator/backup/backup-worker.ts',
        'embedding-worker': 'src/server/providers/embeddings/local/embedding-worker.ts',
        'check-pages-worker': 'src/server/features/citations/pages/check-pages-worker.ts',
        'import-worker': 'src/server/features/imports/reading/import-worker.ts',
        'paper-worker': 'src/server/features/papers/paper-worker.ts',
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
