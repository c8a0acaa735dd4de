/**
 * The JavaScript a browser must have before a screen is complete, gzipped, against its budget.
 * Walks the build manifest: the entry, the route's own chunks, and everything these import statically.
 * Usage: npx tsx scripts/bench/bundle-size.ts [dist/client] [--files]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
}

const application = 'index.html';
/** A public page is its islands and no screen of the application. */
const budgets: { path: string; entry?: string; route?: string; also?: string[]; kilobytes: number }[] = [
  { path: '/, on arrival', entry: 'site/main.ts', kilobytes: 10 },
  { path: '/, all there is', entry: 'site/main.ts', also: ['site/wake.tsx', 'ui/overlays.tsx'], kilobytes: 120 },
  { path: '/auth', route: 'routes/auth.tsx', kilobytes: 170 },
  { path: '/qchat', route: 'routes/qchat.tsx', kilobytes: 200 },
  {
    path: '/qchat, answers shown',
    route: 'routes/qchat.tsx',
    also: ['features/chat/markdown/answer-markdown.tsx'],
    kilobytes: 250,
  },
];

const args = process.argv.slice(2);
const dist = args.find((arg) => !arg.startsWith('--')) ?? 'dist/client';
const listsFiles = args.includes('--files');
const manifestFile = join(dist, '.vite/manifest.json');
if (!existsSync(manifestFile)) {
  console.error(`${manifestFile} is missing: run "npm run build" first.`);
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestChunk>;

function withStaticImports(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    withStaticImports(manifest[key]?.imports ?? [], seen);
  }
  return seen;
}

function gzippedBytes(key: string): number {
  const file = manifest[key]?.file;
  return file?.endsWith('.js') ? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length : 0;
}

let isOver = false;
for (const { path, entry = application, route, also = [], kilobytes } of budgets) {
  // Route files are split by the router's plugin: "routes/auth.tsx?tsr-split=component".
  const own = Object.keys(manifest).filter((key) => key === route || key.startsWith(`${route}?`) || also.includes(key));
  if (!manifest[entry] || (route && own.length <= also.length)) {
    console.error(`${path}: its chunks are not in the manifest.`);
    process.exit(1);
  }
  const sizes = [...withStaticImports([entry, ...own])].map((key) => ({ key, bytes: gzippedBytes(key) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  const verdict = total < kilobytes ? 'ok' : 'OVER';
  isOver ||= total >= kilobytes;
  console.log(`${path.padEnd(24)} ${total.toFixed(1).padStart(7)} KB gzipped, budget ${kilobytes} KB: ${verdict}`);
  if (listsFiles) {
    for (const { key, bytes } of sizes.sort((a, b) => b.bytes - a.bytes)) {
      console.log(`  ${(bytes / 1024).toFixed(1).padStart(7)}  ${manifest[key]?.file ?? key}`);
    }
  }
}
process.exit(isOver ? 1 : 0);
