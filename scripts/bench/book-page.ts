/**
 * The page of the book with 2,000 positions in a real browser: the longest task of the main thread – in time on the
 * processor – while it loads, is scrolled to its end, and is sorted. The same page with 20 positions stands beside it, since the machine counts too.
 * Usage: npx tsx scripts/bench/book-page.ts [positions]
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../find-chromium.mjs';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const positions = Number(process.argv[2] ?? 2000);
const few = 20;
const turns = 3;
const email = 'bench@example.com';
const settleMs = 1500;

const phases = ['load', 'scroll', 'sort'] as const;
type Longest = Record<(typeof phases)[number], number>;

function fileOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2015, 0, 1 + (index % 3000))).toISOString().slice(0, 10);
    return `Company ${index},T${index},${(10 + index / 7).toFixed(2)},${day},open,,`;
  });
  return ['name,ticker,avgEntryPrice,purchaseDate,status,closeDate,closePrice', ...rows].join('\n');
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds on the processor, where the platform counts them; time on the wall counts other programs, too. */
  tdur?: number;
  dur?: number;
  args?: { name?: string };
}

/** The longest task of the page's main thread while something is done, in milliseconds of the processor. */
async function longestTask(browser: Browser, page: Page, doing: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await doing();
  await page.waitForTimeout(settleMs);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid);
  const tasks = trace.traceEvents.filter((event) => /RunTask/.test(event.name) && isMain(event));
  return Math.max(0, ...tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000));
}

async function look(browser: Browser, server: { url: string }, count: number): Promise<Longest> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const password = 'correct horse';
  await context.request.post(`${server.url}/api/register`, { data: { email, password } });
  await context.request.post(`${server.url}/api/login`, { data: { email, password } });
  await context.request.post(`${server.url}/api/admin/setup-production`, { data: { seedPositions: false } });
  const answer = await context.request.post(`${server.url}/api/positions/import`, {
    data: { format: 'csv', text: fileOf(count), dryRun: false },
  });
  if (!answer.ok()) throw new Error(`The positions could not be imported: ${await answer.text()}`);
  const seen: Longest[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const load = await longestTask(browser, page, () => page.goto(`${server.url}/qinvest`));
    const scroll = await longestTask(browser, page, async () => {
      for (let step = 0; step < 40; step++) {
        await page.mouse.wheel(0, Math.ceil((count * 50) / 40));
        await page.waitForTimeout(30);
      }
      await page.evaluate(() => scrollTo(0, 0));
    });
    const sort = await longestTask(browser, page, async () => {
      for (const name of ['Name', 'Gains %', 'Avg. Entry Price']) {
        await page.getByRole('table').getByRole('button', { name }).click();
        await page.waitForTimeout(200);
      }
    });
    seen.push({ load, scroll, sort });
  }
  await context.close();
  return Object.fromEntries(phases.map((phase) => [phase, median(seen.map((one) => one[phase]))])) as Longest;
}

const executablePath = await findChromium();
if (!executablePath) throw new Error('Install Chromium, or say where it is in CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const longest: Record<number, Longest> = {};
for (const count of [few, positions]) {
  const server = await startServer({ SETUP_ADMIN_EMAIL: email, PRICE_PROVIDER: 'none' });
  longest[count] = await look(browser, server, count);
  await server.stop();
}
const words = { load: 'while it loads', scroll: 'while it is scrolled', sort: 'while it is sorted' };
report(`/qinvest with ${positions} positions: longest task of the main thread, median of ${turns}`, [
  ...phases.map((phase) => atMost(words[phase], longest[positions]?.[phase] ?? 0, 50, 'ms', 0)),
  ...phases.map((phase) => known(`${words[phase]}, ${few} positions`, `${(longest[few]?.[phase] ?? 0).toFixed(0)} ms`)),
]);
await browser.close();
process.exit();
