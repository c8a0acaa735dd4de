/**
 * Creates public/track-record/verify.html from verify.mjs, so that both have the same verdicts. A test checks that it
 * is up to date; `node scripts/verifier-page.mjs` updates it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const verifierPageFile = path.join(root, 'public/track-record/verify.html');

/** Inline scripts can't import modules. */
const withoutModules = (script) =>
  script
    .replace(/^import .*;\n/gm, '')
    .replace(/^export /gm, '')
    .trim();

export function verifierPage() {
  const parts = {
    'core.js': withoutModules(read('scripts/verifier-page/core.js')),
    'verify.mjs': withoutModules(read('public/track-record/verify.mjs')),
    'page.js': withoutModules(read('scripts/verifier-page/page.js')),
  };
  for (const [name, script] of Object.entries(parts))
    if (/<\/script|<!--/i.test(script)) throw new Error(`${name} contains what would end a script in a page.`);
  return read('scripts/verifier-page/page.html').replace(/\/\* ([\w.]+) \*\//g, (_mark, name) => parts[name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(verifierPageFile, verifierPage());
