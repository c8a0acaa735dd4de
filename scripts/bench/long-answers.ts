/**
 * Very long answers in a real browser with a slowed down CPU: the longest main-thread task, the share of blocked time,
 * and the memory, while an answer is written and when its conversation is reopened. Each kind is measured twice: slowed
 * down by 4, and by the factor that makes this machine as fast as a mid-range laptop at that moment, because a slowdown
 * by 4 is too much on a slow or busy machine. 200 pieces of text arrive per second, sized so that each answer takes 30
 * seconds: about eight times a model's speed. Then again with most of the text already there, and the last 15 seconds
 * at the speed of a fast model: 200 tokens per second.
 * Usage: npx tsx scripts/bench/long-answers.ts [seconds] [part of a name] [plain|calibrated]
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { startModelServer } from '~/server/testing/fakes/model-server';
import { openBrowser } from '../open-browser';
import { longTexts } from './lib/long-texts';
import { tasksOf } from './lib/longest-task';
import { atMost, known, type Result, report } from './lib/report';
import { startServer } from './lib/server';
import { midRangeIndex, slowDownFor, speedIndex } from './lib/speed-index';

const seconds = Number(process.argv[2] ?? 30);
const chosen = Object.entries(longTexts).filter(([name]) => name.includes(process.argv[3] ?? ''));
const plainSlowDown = 4;
const [, , , , onlyOne] = process.argv;
const piecesPerSecond = 200;
/** Users notice tasks that take at least this long. */
const longTaskMs = 50;
/** Characters per token, and the number of tokens that arrive at a model's speed. */
const tokenLength = 4;
const pacedTokens = 15 * piecesPerSecond;

interface Seen {
  longest: number;
  /** Number of noticeable tasks. */
  longTasks: number;
  blockedShare: number;
  heapMb: number;
  nodes: number;
}

function piecesOf(text: string): string[] {
  const size = Math.ceil(text.length / (seconds * piecesPerSecond));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

async function watch(browser: Browser, page: Page, devtools: CDPSession, action: () => Promise<void>): Promise<Seen> {
  const began = performance.now();
  const tasks = await tasksOf(browser, page, action);
  const tookMs = performance.now() - began;
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const blockedMs = tasks.reduce((sum, ms) => sum + Math.max(0, ms - longTaskMs), 0);
  return {
    longest: Math.max(0, ...tasks),
    longTasks: tasks.filter((ms) => ms > longTaskMs).length,
    blockedShare: blockedMs / tookMs,
    heapMb: metric('JSHeapUsedSize') / 2 ** 20,
    nodes: metric('Nodes'),
  };
}

/** Polls without Playwright's assertions, which would read the whole answer each time and be measured too. */
const isOver = (page: Page) =>
  page.waitForFunction(() => document.querySelector('button[aria-label="Regenerate"]') !== null, undefined, {
    polling: 250,
    timeout: 600_000,
  });

/** A reopened answer is rendered group by group. True once no group is pending. */
const isWhole = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('[data-group]:empty, div[data-part]:empty, [data-answer-text] tbody:empty') === null,
    undefined,
    { polling: 250, timeout: 600_000 },
  );

/** Opens a conversation whose answers arrive in these pieces, in a slowed down browser. */
async function prepare(
  browser: Browser,
  slowDown: number,
  pieces: readonly string[],
  pauseAfterTokens = pieces.length + 1,
) {
  const script = { text: [...pieces], delayMs: 1000 / piecesPerSecond, pauseAfterTokens };
  const model = await startModelServer({ script });
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
  return {
    model,
    page,
    watch: (action: () => Promise<void>) => watch(browser, page, devtools, action),
    async ask() {
      await page.getByPlaceholder('Message qChat...').fill('Write all you know.');
      await page.getByPlaceholder('Message qChat...').press('Enter');
    },
    async close() {
      await context.close();
      await server.stop();
      await model.close();
    },
  };
}

async function look(browser: Browser, slowDown: number, text: string): Promise<{ written: Seen; opened: Seen }> {
  const { page, ask, watch, close } = await prepare(browser, slowDown, piecesOf(text));
  const written = await watch(async () => {
    await ask();
    await isOver(page);
  });
  const opened = await watch(async () => {
    await page.reload();
    await isOver(page);
    await isWhole(page);
  });
  await close();
  return { written, opened };
}

/** Measures the end of the answer at a model's speed, including its completion. */
async function measureAtPace(browser: Browser, slowDown: number, text: string): Promise<Seen> {
  const from = Math.max(0, text.length - pacedTokens * tokenLength);
  const tokens = text.slice(from).match(new RegExp(`[^]{1,${tokenLength}}`, 'g')) ?? [];
  const { model, page, ask, watch, close } = await prepare(browser, slowDown, [text.slice(0, from), ...tokens], 1);
  await ask();
  await isRendered(page);
  const seen = await watch(async () => {
    model.release();
    await isOver(page);
  });
  await close();
  return seen;
}

/** True once all received text is rendered. */
const isRendered = (page: Page) =>
  page.waitForFunction(
    () => {
      const seen = window as typeof window & { renderedLength?: number };
      const before = seen.renderedLength;
      seen.renderedLength = document.querySelector('[data-answer-text]')?.textContent.length ?? 0;
      return before !== undefined && before > 0 && before === seen.renderedLength;
    },
    undefined,
    { polling: 3000, timeout: 600_000 },
  );

const describe = (name: string, { longest, longTasks, blockedShare, heapMb, nodes }: Seen): Result[] => [
  atMost(`${name}: longest task`, longest, longTaskMs, 'ms', 0),
  known(`${name}: tasks over ${longTaskMs} ms`, String(longTasks)),
  known(`${name}: held up`, `${(blockedShare * 100).toFixed(1)}%`),
  known(`${name}: memory`, `${heapMb.toFixed(0)} MB, ${nodes} nodes`),
];

/** All results of one kind of answer at one CPU speed. */
async function resultsOf(browser: Browser, name: string, text: string, slowDown: number): Promise<Result[]> {
  const { written, opened } = await look(browser, slowDown, text);
  const paced = await measureAtPace(browser, slowDown, text);
  const of = `${name}, ${slowDown}×`;
  return [
    ...describe(`${of}, while written`, written),
    ...describe(`${of}, when opened`, opened),
    ...describe(`${of}, its end at ${piecesPerSecond} tokens per second`, paced),
  ];
}

const browser = await openBrowser();
const results: Result[] = [];
for (const [name, text] of chosen) {
  const index = await speedIndex(browser);
  const calibrated = slowDownFor(index);
  const own = [
    known(`${name}: speed index (${midRangeIndex}: mid-range laptop)`, `${index.toFixed(0)} = ${calibrated}×`),
  ];
  if (onlyOne !== 'calibrated') own.push(...(await resultsOf(browser, name, text, plainSlowDown)));
  if (onlyOne !== 'plain') own.push(...(await resultsOf(browser, name, text, calibrated)));
  results.push(...own);
  report(name, own);
}
report(`Answers written in ${seconds} s, processor slowed down`, results);
await browser.close();
process.exit();
