/**
 * The last step of building the pages: prerenders the public ones (dist/site/render-pages.js) into dist/client/site,
 * then writes Brotli and gzip copies of compressible files.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { preloadedFonts } from './preloaded-fonts.mjs';

const root = path.resolve(import.meta.dirname, '..');
const client = path.join(root, 'dist/client');
const entry = 'site/main.ts';
const app = ['index.html', 'routes/auth.tsx?tsr-split=component'];

process.env.NODE_ENV = 'production';
// The product image shows times of day.
process.env.TZ = 'UTC';

const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'));

function withImports(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key) || !manifest[key]) continue;
    seen.add(key);
    withImports(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const filesOf = (keys) => [...withImports(keys)].map((key) => `/${manifest[key].file}`);
const cssOf = (keys) => [...withImports(keys)].flatMap((key) => manifest[key].css ?? []);
/** Stylesheets refer to fonts relative to themselves; inlined in a page they need absolute paths. */
const inPage = (css) => css.replace(/url\((?:\.\/)?(?=[\w-])(?!data:)/g, 'url(/assets/');

const own = filesOf([entry]);
const { renderPages } = await import(path.join(root, 'dist/site/render-pages.js'));
const pages = await renderPages({
  script: `/${manifest[entry].file}`,
  imports: own.filter((file) => file !== `/${manifest[entry].file}`),
  baseCss: [...new Set(cssOf([entry]))]
    .map((file) => inPage(readFileSync(path.join(client, file), 'utf8').trim()))
    .join(''),
  fonts: preloadedFonts(readdirSync(path.join(client, 'assets'))).map((file) => `/assets/${file}`),
  appFiles: filesOf(app).filter((file) => !own.includes(file)),
});
mkdirSync(path.join(client, 'site'), { recursive: true });
for (const { name, html } of pages) writeFileSync(path.join(client, 'site', `${name}.html`), html);

/** Smaller files are not worth compressing. Pages with placeholders are compressed by the server. */
const minCompressibleBytes = 1024;
const compressible = /\.(js|css|svg|json|webmanifest|txt)$/;

function* filesIn(folder) {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, item.name);
    if (item.isDirectory()) yield* filesIn(file);
    else yield file;
  }
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

await Promise.all(
  [...filesIn(client)].map(async (file) => {
    if (!compressible.test(file) || file.includes('/.vite/') || statSync(file).size < minCompressibleBytes) return;
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, await gzipped(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }),
);
