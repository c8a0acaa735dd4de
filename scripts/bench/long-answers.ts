/**
 * Very long answers in a real browser whose processor is slowed down four times: the longest task of the main thread,
 * the share of time it is held up, and the memory – while an answer is written, and when its conversation is opened again.
 * 200 pieces of text come in a second, of such a length that each answer takes 30 seconds: about eight times as much text as a model writes.
 * Usage: npx tsx scripts/bench/long-answers.ts [seconds] [part of a name]
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { startModelServer } from '~/server/testing/fakes/model-server';
import { openBrowser } from '../open-browser';
import { longTexts } from './lib/long-texts';
import { tasksOf } from './lib/longest-task';
import { atMost, known, type Result, report } from './lib/report';
import { startServer } from './lib/server';

const seconds = Number(process.argv[2] ?? 30);
const chosen = Object.entries(longTexts).filter(([name]) => name.includes(process.argv[3] ?? ''));
const slowDown = 4;
const piecesPerSecond = 200;
/** A person feels a task from here on. */
const feltMs = 50;

interface Seen {
  longest: number;
  heldUp: number;
  heapMb: number;
  nodes: number;
}

function piecesOf(text: string): string[] {
  const size = Math.ceil(text.length / (seconds * piecesPerSecond));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

async function watch(browser: Browser, page: Page, devtools: CDPSession, doing: () => Promise<void>): Promise<Seen> {
  const began = performance.now();
  const tasks = await tasksOf(browser, page, doing);
  const tookMs = performance.now() - began;
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const heldUpMs = tasks.reduce((sum, ms) => sum + Math.max(0, ms - feltMs), 0);
  return {
    longest: Math.max(0, ...tasks),
    heldUp: heldUpMs / tookMs,
    heapMb: metric('JSHeapUsedSize') / 2 ** 20,
    nodes: metric('Nodes'),
  };
}

/** A locator's assertion would read the whole answer in each attempt, and these tasks would be measured as well. */
const isOver = (page: Page) =>
  page.waitForFunction(() => document.querySelector('button[aria-label="Regenerate"]') !== null, undefined, {
    polling: 250,
    timeout: 600_000,
  });

async function look(browser: Browser, text: string): Promise<{ written: Seen; opened: Seen }> {
  const model = await startModelServer({ script: { text: piecesOf(text), delayMs: 1000 / piecesPerSecond } });
  const server = await startServer({ AI_BASE_URL: model.baseUrl, AI_MODEL: 'bench', AI_API: 'chat' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const data = { email: 'bench@example.com', password: 'correct horse' };
  await context.request.post(`${server.url}/api/register`, { data });
  await context.request.post(`${server.url}/api/login`, { data });
  await page.goto(`${server.url}/qchat`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const written = await watch(browser, page, devtools, async () => {
    await page.getByPlaceholder('Message qChat...').fill('Write all you know.');
    await page.getByPlaceholder('Message qChat...').press('Enter');
    await isOver(page);
  });
  const opened = await watch(browser, page, devtools, async () => {
    await page.reload();
    await isOver(page);
  });
  await context.close();
  await server.stop();
  await model.close();
  return { written, opened };
}

const describe = (name: string, { longest, heldUp, heapMb, nodes }: Seen): Result[] => [
  atMost(`${name}: longest task`, longest, feltMs, 'ms', 0),
  known(`${name}: held up`, `${(heldUp * 100).toFixed(1)}%`),
  known(`${name}: memory`, `${heapMb.toFixed(0)} MB, ${nodes} nodes`),
];

const browser = await openBrowser();
const results: Result[] = [];
for (const [name, text] of chosen) {
  const { written, opened } = await look(browser, text);
  results.push(...describe(`${name}, while written`, written), ...describe(`${name}, when opened`, opened));
  report(name, results.slice(-6));
}
report(`Answers written in ${seconds} s, processor slowed down ${slowDown} times`, results);
await browser.close();
process.exit();
