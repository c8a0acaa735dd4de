/**
 * Lighthouse over every public page of the built product, as a phone sees it, with the figures printed. Accessibility,
 * best practices and search engines must be 100. Speed depends on the machine it is measured on: it is printed, and
 * must be 95 with --strict.
 * Usage: npm run build && node scripts/lighthouse.mjs [--strict] [/path …]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findChromium } from './find-chromium.mjs';

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const isStrict = args.includes('--strict');
const asked = args.filter((arg) => arg.startsWith('/'));
const wanted = { performance: isStrict ? 95 : 0, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The list of pages stands in TypeScript, which this script reads and does not run. */
const listed =
  /publicPaths = \[([^\]]*)\]/.exec(readFileSync(path.join(root, 'src/shared/pages.ts'), 'utf8'))?.[1] ?? '';
const paths = asked.length > 0 ? asked : [...listed.matchAll(/'([^']+)'/g)].map(([, page]) => page);

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function untilReady(url, child) {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server is not ready after a minute.');
}

const executablePath = await findChromium();
if (!executablePath) throw new Error('Install Chromium, or say where it is in CHROMIUM_PATH.');
const data = mkdtempSync(path.join(os.tmpdir(), 'qinsight-lighthouse-'));
const [port, debugging] = [await freePort(), await freePort()];
const url = `http://localhost:${port}`;
const server = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
  cwd: data,
  env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let failed = 0;
try {
  await untilReady(url, server);
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${debugging}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  process.stdout.write(`${'page'.padEnd(14)}${Object.keys(wanted).join('  ')}\n`);
  for (const page of paths) {
    const { lhr } = await lighthouse(url + page, { port: debugging, logLevel: 'silent', output: 'json' });
    const scores = Object.keys(wanted).map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
    const columns = scores.map((score, index) => String(score).padStart(Object.keys(wanted)[index].length));
    process.stdout.write(`${page.padEnd(14)}${columns.join('  ')}\n`);
    for (const [name, least] of Object.entries(wanted)) {
      const category = lhr.categories[name];
      if (Math.round((category?.score ?? 0) * 100) >= least) continue;
      failed += 1;
      for (const { id, weight } of category?.auditRefs ?? []) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit?.score !== null && audit.score < 1) {
          process.stdout.write(`  ${name}: ${audit.title} ${audit.displayValue ?? ''}\n`);
        }
      }
    }
  }
  await browser.close();
} finally {
  server.kill();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
process.stdout.write(failed === 0 ? 'Every page has its figures.\n' : `${failed} figures were not reached.\n`);
process.exit(failed === 0 ? 0 : 1);
