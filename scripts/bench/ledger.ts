/**
 * The track record page with a ledger of 10,000 entries in a real browser. Measures the time from opening the page to
 * the verdict, and the longest task of the main thread, in CPU time, until the verdict and during a search.
 * Usage: npx tsx scripts/bench/ledger.ts [entries]
 */
import { type Browser, expect } from '@playwright/test';
import pg from 'pg';
import { openBrowser } from '../open-browser';
import { insertLedger, longLedger } from './lib/long-ledger';
import { longestTask } from './lib/longest-task';
import { startPostgres } from './lib/postgres';
import { atMost, known, report } from './lib/report';
import { startServer } from './lib/server';
import { median } from './lib/stats';

const count = Number(process.argv[2] ?? 10_000);
const turns = 5;

interface Seen {
  /** From the navigation to the verdict, and from the loaded page script to the verdict. */
  verdictMs: number;
  readingMs: number;
  load: number;
  search: number;
}

/** A string, because a compiled function would refer to helpers that the page doesn't have. */
const untilVerdict = `(async () => {
  const until = async (check) => {
    while (!check()) await new Promise((resolve) => setTimeout(resolve, 4));
    return performance.now();
  };
  const began = await until(() => document.querySelector('[role=progressbar]'));
  const isVerified = ({ textContent }) => textContent === 'Ledger verified';
  const verdictMs = await until(() => [...document.querySelectorAll('h2')].some(isVerified));
  return { verdictMs, readingMs: verdictMs - began };
})()`;

async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const seen: Seen[] = [];
  for (let turn = 0; turn < turns; turn++) {
    let times = { verdictMs: 0, readingMs: 0 };
    const load = await longestTask(browser, page, async () => {
      await page.goto(`${url}/track-record`, { waitUntil: 'commit' });
      times = await page.evaluate<typeof times>(untilVerdict);
    });
    const search = await longestTask(browser, page, async () => {
      await page.getByLabel('Search the ledger').pressSequentially('company 500', { delay: 60 });
      await expect(page.getByRole('table', { name: 'Ledger' }).getByRole('row')).not.toHaveCount(0);
      await page.waitForTimeout(500);
    });
    seen.push({ ...times, load, search });
  }
  await context.close();
  const middle = (key: keyof Seen) => median(seen.map((one) => one[key]));
  return {
    verdictMs: middle('verdictMs'),
    readingMs: middle('readingMs'),
    load: middle('load'),
    search: middle('search'),
  };
}

const [cluster, browser] = await Promise.all([startPostgres(), openBrowser()]);
const databaseUrl = await cluster.createDatabase('ledger');
const server = await startServer({ DATABASE_URL: databaseUrl, PRICE_PROVIDER: 'none' });
await fetch(`${server.url}/api/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'bench@example.com', password: 'correct horse' }),
});
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM ledger_events');
if (rows[0]?.count !== '0') throw new Error('the ledger of a new installation is not empty');
await insertLedger(pool, longLedger(count));
await pool.query('VACUUM ANALYZE');
await pool.end();
const seen = await look(browser, server.url);
report(`Track record with ${count} entries, median of ${turns}`, [
  atMost('reading, checking and calculating, until the verdict', seen.readingMs, 1000, 'ms', 0),
  known('from opening the page until the verdict', `${seen.verdictMs.toFixed(0)} ms`),
  atMost('longest task of the main thread until then', seen.load, 100, 'ms', 0),
  atMost('longest task of the main thread during a search', seen.search, 50, 'ms', 0),
]);
await server.stop();
await browser.close();
await cluster.stop();
process.exit();
