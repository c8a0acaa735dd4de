/**
 * The portfolio with a slow price provider: old prices are marked, and pages don't wait. Errors and wrong prices have
 * the same effect; price-refresher.test.ts tests that, because here each change of the prices' age takes a restart.
 */
import type { Locator, Page } from '@playwright/test';
import { founder, signInAs, withDatabase } from './admin';
import {
  addPosition,
  expect,
  type Installation,
  openTable,
  startInstallation,
  tesla,
  test,
  waitForPrices,
} from './installation';

/** Makes all prices an hour old. */
const anHourLater = (installation: Installation) =>
  withDatabase(installation, (database) =>
    database.exec(`
      UPDATE stock_price_cache SET last_updated = last_updated - interval '1 hour';
      UPDATE price_feeds SET next_quote_at = now() - interval '1 minute', owner = NULL, lease_until = NULL;`),
  );

async function expectOldPrice(row: Locator): Promise<void> {
  await expect(row.getByText('$241.50', { exact: true })).toBeVisible();
  await expect(row.getByText('+33.98%', { exact: true })).toBeVisible();
  await expect(row.getByText(/^Last price from .+\. A newer price isn't available yet\.$/)).toHaveCount(1);
}

/** Waits until the price health matches the text, then reloads the page, because errors don't update an open page. */
async function untilHealthSays(page: Page, installation: Installation, words: RegExp): Promise<void> {
  const health = async () => (await page.request.get(`${installation.url}/api/positions/price-health`)).text();
  await page.reload();
  await expect.poll(health, { timeout: 60_000 }).toMatch(words);
  await page.reload();
}

test('old prices are shown and marked until a slow provider recovers', async ({ browser }) => {
  const installation = await startInstallation(browser);
  const context = await browser.newContext();
  const page = await context.newPage();
  const row = openTable(page).getByRole('row', { name: /Tesla/ });
  try {
    await signInAs(page, installation, founder);
    await addPosition(page, installation, tesla);
    await waitForPrices(page, installation);
    await page.goto(`${installation.url}/qinvest`);
    await expect(row.getByText('+33.98%', { exact: true })).toBeVisible();
    await expect(row.getByText(/^Last price from/)).toHaveCount(0);

    installation.market.faults.set('quote', { kind: 'hang' });
    await anHourLater(installation);
    await page.reload();
    await expectOldPrice(row);
    await row.getByRole('button', { name: '+33.98%' }).click();
    await expect(page.getByText(/out of date/)).toBeVisible();
    await page.keyboard.press('Escape');
    await untilHealthSays(page, installation, /The price provider did not respond within/);
    await expect(page.getByText(/last failure .*: The price provider did not respond within/)).toBeAttached();
    await page.getByText('Tickers without a new price (1)').click();
    await expect(page.getByText(/TSLA, .*: The price provider did not respond within/)).toBeVisible();
    await expectOldPrice(row);

    // The next request gets the old price and triggers an update, which then arrives on the page.
    installation.market.faults.clear();
    installation.market.quotes.set('TSLA', { price: 252.35, time: Math.floor(Date.now() / 1000) });
    await anHourLater(installation);
    await page.reload();
    await expect(row.getByText('+40.00%', { exact: true })).toBeVisible();
    await expect(row.getByText(/^Last price from/)).toHaveCount(0);
    await expect(page.getByText(/Tickers without a new price/)).toHaveCount(0);
  } finally {
    await context.close();
    await installation.dispose();
  }
});
