/**
 * The public pages on a mid-range phone with a mobile network, emulated in Chromium with a cold cache; the median of
 * several loads. Measures LCP, layout shift, blocking time and bytes.
 * Usage: npx tsx scripts/bench/public-pages.ts [loads]
 */
import type { Browser, CDPSession } from '@playwright/test';
import { publicPaths } from '~/shared/pages';
import { openBrowser } from '../open-browser';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const loads = Number(process.argv[2] ?? 5);
/** Lighthouse's phone on 4G: 150 ms round trip, 1.6 Mbit/s down, CPU slowed down by 4. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;
/** Later events are not part of loading the page. */
const settleMs = 2500;

interface Load {
  lcp: number;
  cls: number;
  blocked: number;
  scriptKb: number;
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const scriptBytes = countScripts(devtools);
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(settleMs);
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Load, 'scriptKb'> }).seen);
  await context.close();
  return { ...seen, scriptKb: scriptBytes() / 1024 };
}

/** Runs in the page before its scripts. A string, because the compiler would insert its own helpers. */
const watch = `
  const seen = (window.seen = { lcp: 0, cls: 0, blocked: 0 });
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  on('layout-shift', (entry) => { seen.cls += entry.value; });
  on('longtask', (entry) => { seen.blocked += entry.duration - 50; });
`;

function countScripts(devtools: CDPSession): () => number {
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

const server = await startServer({});
const browser = await openBrowser();
const paths = process.env.BENCH_PATHS?.split(',') ?? publicPaths;
for (const path of paths) {
  const seen: Load[] = [];
  // The first load also warms up the server and disk, so it is not counted.
  await load(browser, server.url + path);
  for (let turn = 0; turn < loads; turn++) seen.push(await load(browser, server.url + path));
  const of = (name: keyof Load) => median(seen.map((each) => each[name]));
  report(`${path} on a phone, median of ${loads}`, [
    atMost('largest contentful paint', of('lcp') / 1000, 1.8, 's', 2),
    atMost('layout shift', of('cls'), 0.02, '', 3),
    atMost('main thread blocked', of('blocked'), 100, 'ms', 0),
    known('JavaScript over the wire', `${of('scriptKb').toFixed(1)} KB`),
  ]);
}
await browser.close();
await server.stop();
process.exit();
