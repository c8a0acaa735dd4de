import type { Page } from '@playwright/test';
import { expectAccessibleAtOneWidth, expectToFitWithLargeText } from './accessibility';
import { founder, signInAs, startServerWithAdmin } from './admin';
import {
  addPosition,
  baba,
  closedTable,
  expect,
  type Installation,
  openTable,
  tesla,
  test,
  waitForPrices,
} from './installation';

const rows = (page: Page, name: string) => page.getByRole('table', { name }).or(page.getByRole('list', { name }));

async function seedPositions(page: Page, installation: Installation) {
  await addPosition(page, installation, tesla);
  await addPosition(page, installation, {
    ...baba,
    name: 'A company whose name is much longer than any column would like',
  });
  const { id } = await addPosition(page, installation, { ...tesla, name: 'Closed', ticker: 'MSFT' });
  const { id: gone } = await addPosition(page, installation, { ...tesla, name: 'Gone' });
  await waitForPrices(page, installation);
  await page.request.patch(`${installation.url}/api/positions/${id}/close`, { data: { closePrice: '300.00' } });
  await page.request.delete(`${installation.url}/api/positions/${gone}`);
}

/** A row's button, or its item in the row's menu on phones. */
async function chooseAction(page: Page, name: string, action: 'Close' | 'Delete') {
  const button = page.getByRole('button', { name: `${action} ${name}` });
  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await button.or(menu).waitFor();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name: action }).click();
}

const bad = `name,ticker,avgEntryPrice,purchaseDate\nApple,AAPL,120.5,2021-03-04\n,BAD,1.234,2021-03-04\n`;

test('every screen of the portfolio is accessible, at both widths', async ({ installation, admin: page }) => {
  test.setTimeout(240_000);
  await seedPositions(page, installation);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${installation.url}/qinvest`);
    await rows(page, 'Closed Positions').waitFor();
    await page.getByRole('slider').waitFor();
    await expectAccessibleAtOneWidth(page, 'the book');
    if (width === 390) await expectToFitWithLargeText(page);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expectAccessibleAtOneWidth(page, 'the course as a table');
    await page.getByRole('button', { name: '+33.98%' }).click();
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await page.getByText(/This matches the server/).waitFor();
    await expectAccessibleAtOneWidth(page, 'a receipt');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Position' }).click();
    const add = page.getByRole('dialog', { name: 'Add New Position' });
    await add.getByRole('button', { name: 'Add Position' }).click();
    await add.getByText('Name is required').waitFor();
    await expectAccessibleAtOneWidth(page, 'adding');
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Tesla', 'Close');
    await page.getByLabel('Close Price').waitFor();
    await expectAccessibleAtOneWidth(page, 'closing');
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Tesla', 'Delete');
    await page.getByRole('alertdialog').waitFor();
    await expectAccessibleAtOneWidth(page, 'deleting');
    await page.keyboard.press('Escape');
    if (width === 390) await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole(width === 390 ? 'menuitem' : 'button', { name: 'Import', exact: true }).click();
    const file = { name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from(bad) };
    await page.getByLabel('CSV, JSON or XML file').setInputFiles(file);
    await page.getByText('1 with an error').waitFor();
    await expectAccessibleAtOneWidth(page, 'importing');
    await page.goto(`${installation.url}/track-record`);
    await page.getByRole('heading', { name: 'Ledger verified' }).waitFor();
    await page.getByRole('slider').waitFor();
    await expectAccessibleAtOneWidth(page, 'the track record');
    if (width === 390) await expectToFitWithLargeText(page);
    await page.goto(
      `${installation.url}/qinvest/back-test?tickers=TSLA,BABA&from=2024-01-02&to=2025-01-02&rebalancing=yearly&cost=10`,
    );
    await rows(page, 'Trades').waitFor();
    await page.getByRole('slider').waitFor();
    await expectAccessibleAtOneWidth(page, 'a back-test');
    if (width === 390) await expectToFitWithLargeText(page);
  }
});

test('without a price provider the portfolio shows what is unknown', async ({ browser }) => {
  const installation = await startServerWithAdmin(browser, { env: { PRICE_PROVIDER: 'none' } });
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await signInAs(page, installation, founder);
    await addPosition(page, installation, tesla);
    await page.goto(`${installation.url}/qinvest`);
    const row = openTable(page).getByRole('row', { name: /Tesla/ });
    await expect(row.getByRole('cell')).toHaveText(['TSLA', '15 May 2023', '$180.25', '-', '-', 'Close']);
    await expect(page.getByText(/No price provider is connected/)).toBeVisible();
    await expect(page.getByText('A chart will appear once price history is available')).toBeVisible();
    await page.getByRole('button', { name: 'Close Tesla' }).click();
    await expect(page.getByLabel('Close Price')).toHaveValue('');
    await page.getByLabel('Close Price').fill('200');
    await page.getByRole('button', { name: 'Close Position' }).click();
    await expect(closedTable(page).getByText('+10.96%')).toBeVisible();
    await page.goto(`${installation.url}/qinvest/back-test`);
    await expect(page.getByText('No price history yet')).toBeVisible();
  } finally {
    await context.close();
    await installation.dispose();
  }
});
