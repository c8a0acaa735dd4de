/**
 * User management with 10,000 accounts in a real browser: the longest main-thread task, in CPU time, while it loads, is
 * scrolled to its last row, sorted, and searched with all rows loaded. Also measures 20 accounts for comparison.
 * Usage: npx tsx scripts/bench/user-table.ts [users]
 */
import { type Browser, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { openBrowser } from '../open-browser';
import { longestTask } from './lib/longest-task';
import { insertUsers } from './lib/people';
import { startPostgres } from './lib/postgres';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const users = Number(process.argv[2] ?? 10_000);
const few = 20;
const turns = 3;
const email = 'bench@example.com';
const token = 'open sesame';
const password = 'correct horse';

const phases = ['load', 'scroll', 'sort', 'search'] as const;
type Longest = Record<(typeof phases)[number], number>;

/** Scrolls to the last row, which loads page by page. The administrator is an additional row. */
async function scrollThrough(page: Page, count: number): Promise<void> {
  const last = page.locator(count + 1 > 100 ? `tr[aria-rowindex="${count + 2}"]` : 'tr[data-row]').last();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(last).toBeInViewport({ timeout: 30 });
  }).toPass({ timeout: 240_000, intervals: [20] });
}

async function sort(page: Page): Promise<void> {
  for (const name of ['Email', 'Name', 'Status']) {
    await page.getByRole('table').getByRole('button', { name }).click();
    await page.waitForTimeout(400);
  }
}

async function search(page: Page): Promise<void> {
  const field = page.getByLabel('Search by email or name');
  await field.pressSequentially('ada lovelace', { delay: 60 });
  await page.waitForTimeout(600);
  await field.fill('');
}

async function look(browser: Browser, url: string, count: number): Promise<Longest> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  for (const path of ['login', 'admin/setup-production']) {
    const response = await context.request.post(`${url}/api/${path}`, {
      data: path === 'login' ? { email, password } : { seedPositions: false, token },
    });
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  }
  const seen: Longest[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const longest = (action: () => Promise<unknown>) => longestTask(browser, page, action);
    const load = await longest(async () => {
      await page.goto(`${url}/settings?tab=admin`);
      await expect(page.locator('tr[data-row]').first()).toBeVisible();
    });
    await page.mouse.move(640, 600);
    const scroll = await longest(() => scrollThrough(page, count));
    await page.evaluate(() => scrollTo(0, 0));
    seen.push({
      load,
      scroll,
      sort: await longest(() => sort(page)),
      // The rows of all sort orders are loaded by now, and stay until the search results arrive.
      search: await longest(() => search(page)),
    });
  }
  await context.close();
  return Object.fromEntries(phases.map((phase) => [phase, median(seen.map((one) => one[phase]))])) as Longest;
}

const [cluster, browser] = await Promise.all([startPostgres(), openBrowser()]);
const longest: Record<number, Longest> = {};
for (const count of [few, users]) {
  const databaseUrl = await cluster.createDatabase(`users_${count}`);
  const server = await startServer({ DATABASE_URL: databaseUrl, SETUP_ADMIN_EMAIL: email, SETUP_TOKEN: token });
  await fetch(`${server.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await insertUsers(pool, count);
  await pool.query('VACUUM ANALYZE');
  await pool.end();
  longest[count] = await look(browser, server.url, count);
  await server.stop();
}
const words = {
  load: 'while it loads',
  scroll: 'while it is scrolled through',
  sort: 'while it is sorted',
  search: 'while it is searched',
};
report(`User Management with ${users} accounts: longest task of the main thread, median of ${turns}`, [
  ...phases.map((phase) => atMost(words[phase], longest[users]?.[phase] ?? 0, 50, 'ms', 0)),
  ...phases.map((phase) => known(`${words[phase]}, ${few} accounts`, `${(longest[few]?.[phase] ?? 0).toFixed(0)} ms`)),
]);
await browser.close();
await cluster.stop();
process.exit();
