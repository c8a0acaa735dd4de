/**
 * Checks the gzipped JavaScript that a browser loads before a page is complete, and the fonts besides Inter, against
 * their budgets. A build over budget fails. Walks the build manifest: the entry, the route's chunks and their static
 * imports.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const client = path.resolve(import.meta.dirname, '../dist/client');
const route = (name) => ['index.html', `routes/${name}.tsx?tsr-split=component`];

const pages = [
  { page: 'public page', chunks: ['site/main.ts'], budget: 10 },
  {
    page: 'public page, all islands',
    chunks: ['site/main.ts', 'site/hydrate.tsx', 'ui/overlay/overlays.tsx'],
    budget: 120,
  },
  { page: '/auth', chunks: route('auth'), budget: 175 },
  {
    page: '/qchat with a conversation',
    chunks: [...route('qchat'), 'features/chat/markdown/answer-markdown.tsx'],
    budget: 255,
  },
];

const manifest = JSON.parse(readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'));

function withStaticImports(keys, seen = new Set(), importers = []) {
  for (const key of keys) {
    // Browsers evaluate circular chunks in an order in which one lacks the other.
    if (importers.includes(key)) throw new Error(`Circular chunks: ${[...importers, key].join(' → ')}`);
    if (seen.has(key)) continue;
    if (!manifest[key]) throw new Error(`${key} is not in the build manifest. Update scripts/page-sizes.mjs.`);
    seen.add(key);
    withStaticImports(manifest[key].imports ?? [], seen, [...importers, key]);
  }
  return seen;
}

const gzippedBytes = (file) => gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length;

let isOverBudget = false;
for (const { page, chunks, budget } of pages) {
  const files = [...withStaticImports(chunks)].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
  const kilobytes = files.reduce((sum, file) => sum + gzippedBytes(file), 0) / 1024;
  const isOver = kilobytes > budget;
  isOverBudget ||= isOver;
  const line = `${page}: ${kilobytes.toFixed(1)} KB in ${files.length} files, budget ${budget} KB`;
  process.stdout.write(`${line}${isOver ? ': OVER' : ''}\n`);
}

/** The fonts of headings and of code. */
const extraFonts = readdirSync(path.join(client, 'assets')).filter((file) => /^(?!inter-|KaTeX_).*\.woff2$/.test(file));
const fontBudget = 60;
const fontKilobytes =
  extraFonts.reduce((sum, file) => sum + statSync(path.join(client, 'assets', file)).size, 0) / 1024;
const isFontOver = fontKilobytes > fontBudget || extraFonts.length !== 2;
isOverBudget ||= isFontOver;
process.stdout.write(
  `fonts of headings and code: ${fontKilobytes.toFixed(1)} KB in ${extraFonts.length} of 2 files, budget ${fontBudget} KB${isFontOver ? ': OVER' : ''}\n`,
);
if (isOverBudget) process.exitCode = 1;
