/**
 * The portfolio page with 2,000 positions in a real browser: the longest main-thread task, in CPU time, while it loads,
 * is scrolled to its end, and is sorted. Also measures 20 positions, to show the machine's own cost.
 * Usage: npx tsx scripts/bench/book-page.ts [positions]
 */
import type { Browser } from '@playwright/test';
import { openBrowser } from '../open-browser';
import { longestTask } from './lib/longest-task';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const positions = Number(process.argv[2] ?? 2000);
const few = 20;
const turns = 3;
const email = 'bench@example.com';
const token = 'open sesame';

const phases = ['load', 'scroll', 'sort'] as const;
type Longest = Record<(typeof phases)[number], number>;

function fileOf(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2015, 0, 1 + (index % 3000))).toISOString().slice(0, 10);
    return `Company ${index},T${index},${(10 + index / 7).toFixed(2)},${day},open,,`;
  });
  return ['name,ticker,avgEntryPrice,purchaseDate,status,closeDate,closePrice', ...rows].join('\n');
}

async function look(browser: Browser, server: { url: string }, count: number): Promise<Longest> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const password = 'correct horse';
  await context.request.post(`${server.url}/api/register`, { data: { email, password } });
  await context.request.post(`${server.url}/api/login`, { data: { email, password } });
  await context.request.post(`${server.url}/api/admin/setup-production`, { data: { seedPositions: false, token } });
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

const browser = await openBrowser();
const longest: Record<number, Longest> = {};
for (const count of [few, positions]) {
  const server = await startServer({ SETUP_ADMIN_EMAIL: email, SETUP_TOKEN: token, PRICE_PROVIDER: 'none' });
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
