import type { Page } from '@playwright/test';
import { hold } from './fixtures';
import {
  addPosition,
  baba,
  book,
  closedTable,
  expect,
  expectToast,
  names,
  openTable,
  tesla,
  test,
  waitForPrices,
} from './installation';

/** Saves a screenshot for review, if LOOKS_FOLDER is set. */
const imageOf = async (page: Page, name: string) => {
  const [folder, width] = [process.env.LOOKS_FOLDER, page.viewportSize()?.width];
  if (folder) await page.screenshot({ path: `${folder}/${name} ${width}.png`, fullPage: true });
};

test.describe('members', () => {
  test('can read the portfolio, but not change it', async ({ installation, admin, member: page }) => {
    await addPosition(admin, installation, tesla);
    await addPosition(admin, installation, baba);
    await waitForPrices(admin, installation);
    await page.goto(`${installation.url}/qinvest`);
    await expect(page.getByRole('heading', { name: 'qInvest', level: 1 })).toBeVisible();
    const headers = openTable(page).getByRole('columnheader');
    await expect(headers).toHaveText(['Name', 'Ticker', 'Date', 'Avg. Entry Price', 'Latest Price', 'Gains %']);
    const row = openTable(page).getByRole('row', { name: /Tesla/ });
    for (const words of ['TSLA', '15 May 2023', '$180.25', '$241.50', '+33.98%']) {
      await expect(row.getByText(words, { exact: true })).toBeVisible();
    }
    const colorOf = (text: string) =>
      openTable(page)
        .getByText(text, { exact: true })
        .evaluate((element) => getComputedStyle(element).color);
    expect(await colorOf('+33.98%')).not.toBe(await colorOf('\u221215.66%'));
    for (const words of ['2 open, 0 closed', 'Tesla (TSLA)', 'Alibaba (BABA)']) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('Not investment advice')).toBeVisible();
    for (const name of ['Add Position', 'Import', 'Export', /^Close/, /^Delete/]) {
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
    await expect(page.getByRole('heading', { name: 'Closed Positions' })).toHaveCount(0);
    const refused = await page.request.post(`${installation.url}/api/positions`, { data: tesla });
    expect(refused.status()).toBe(403);
  });

  test('see loading, empty and error states', async ({ installation, member: page }) => {
    const positions = /positions\.list/;
    const release = await hold(page, positions);
    await page.goto(`${installation.url}/qinvest`);
    await expect(page.getByText('Loading positions...')).toBeVisible();
    release();
    await expect(page.getByText('No open positions')).toBeVisible();
    await page.route(positions, (route) => route.abort());
    await page.reload();
    await expect(page.getByText("Couldn't load the positions")).toBeVisible();
    await page.unroute(positions);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByText('No open positions')).toBeVisible();
  });

  test('sort the tables, and the URL keeps the order', async ({ installation, admin, member: page }) => {
    for (const position of [tesla, baba, { ...tesla, name: 'Zebra', ticker: 'ZZZZ' }]) {
      await addPosition(admin, installation, position);
    }
    await expect
      .poll(async () => (await book(admin, installation)).open.filter((one) => one.latestPrice).length)
      .toBe(2);
    await page.goto(`${installation.url}/qinvest`);
    await openTable(page).getByRole('button', { name: 'Gains %' }).click();
    await expect(page).toHaveURL(/open=gains/);
    await expect.poll(() => names(page)).toEqual(['Alibaba', 'Tesla', 'Zebra']);
    await openTable(page).getByRole('button', { name: 'Gains %' }).click();
    await expect(page).toHaveURL(/open=-gains/);
    await page.reload();
    await expect(openTable(page).getByRole('columnheader', { name: 'Gains %' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    // Unknown values are sorted last.
    await expect.poll(() => names(page)).toEqual(['Tesla', 'Alibaba', 'Zebra']);
    await page.goto(`${installation.url}/qinvest?open=nonsense`);
    await expect(openTable(page).getByRole('columnheader', { name: 'Date' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  });

  test('open the calculation of a gain across a split, and recompute it', async ({
    installation,
    admin,
    member: page,
  }) => {
    await addPosition(admin, installation, {
      name: 'NVIDIA',
      ticker: 'NVDA',
      avgEntryPrice: '480.00',
      purchaseDate: '2024-01-02',
    });
    await waitForPrices(admin, installation);
    await page.goto(`${installation.url}/qinvest`);
    const gain = openTable(page).getByRole('button', { name: '+195.73%' });
    await gain.click();
    const receipt = page.getByRole('dialog', { name: "How NVIDIA's gain is calculated" });
    for (const words of ['$480.00', 'as paid on 02 Jan 2024', '10:1 on 10 Jun 2024', '$48.00', '$141.95']) {
      await expect(receipt.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(receipt.getByText('Yahoo Finance')).toBeVisible();
    await expect(receipt.getByText(/^Gain = \(price − adjusted entry\)/)).toBeVisible();
    await receipt.getByRole('button', { name: 'Recalculate' }).click();
    await expect(receipt.getByText(/calculated \+195\.73% from fresh data\. This matches the server\./)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(receipt).toBeHidden();
    await expect(gain).toBeFocused();
  });

  test('see dividends beside the gain, and how each is reinvested', async ({ installation, admin: page }) => {
    const cola = { name: 'Coca-Cola', ticker: 'KO', avgEntryPrice: '40.00', purchaseDate: '2023-05-17' };
    await addPosition(page, installation, cola);
    await waitForPrices(page, installation);
    await page.goto(`${installation.url}/qinvest`);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 1280) await expect(page.getByText(/^\+7\d\.\d\d% with dividends$/).first()).toBeVisible();
      await expect(page.getByText(/^With dividends, before withholding tax/)).toBeVisible();
      await imageOf(page, 'portfolio');
      await page.getByRole('button', { name: '+75.00%' }).click();
      const receipt = page.getByRole('dialog', { name: "How Coca-Cola's gain is calculated" });
      await expect(receipt.getByText('before withholding tax', { exact: true })).toBeVisible();
      await expect(receipt.getByText(/^Ex-date /)).toHaveCount(3);
      await expect(receipt.getByText(/^Ex-date 16 Aug 2023, from Yahoo Finance$/)).toBeVisible();
      await receipt.getByText(/^Total return = /).scrollIntoViewIfNeeded();
      await imageOf(page, 'receipt');
      await page.keyboard.press('Escape');
      await page.goto(`${installation.url}/track-record`);
      await expect(page.getByText(/with dividends$/).first()).toBeVisible();
      await imageOf(page, 'track record');
      await page.goto(`${installation.url}/qinvest`);
    }
    await expect(
      page.getByRole('table', { name: 'Dividends' }).or(page.getByRole('list', { name: 'Dividends' })),
    ).toBeVisible();
  });

  test('browse the price history by keyboard, or as a table', async ({ installation, admin, member: page }) => {
    await addPosition(admin, installation, tesla);
    await waitForPrices(admin, installation);
    await page.goto(`${installation.url}/qinvest`);
    const plot = page.getByRole('slider', { name: 'Portfolio vs. SPY, daily' });
    await plot.focus();
    await page.keyboard.press('Home');
    await expect(plot).toHaveAttribute('aria-valuetext', /May 2023, Portfolio 100\.00 \(\+0\.00%\), SPY 100\.00/);
    await page.keyboard.press('ArrowRight');
    await expect(plot).toHaveAttribute('aria-valuenow', '1');
    await expect(page.getByText(/Equal-weighted index in USD/)).toBeVisible();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('table', { name: /Portfolio vs\. SPY/ });
    await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Portfolio', 'SPY']);
    await expect(table.getByRole('rowheader', { name: '31 May 2023' })).toBeVisible();
  });

  test('see changes of others live, or after a reload without a connection', async ({
    installation,
    admin,
    member: page,
  }) => {
    await page.goto(`${installation.url}/qinvest`);
    await expect(page.getByText('No open positions')).toBeVisible();
    const { id } = await addPosition(admin, installation, tesla);
    await expect(openTable(page).getByRole('rowheader', { name: 'Tesla' })).toBeVisible();
    await admin.request.patch(`${installation.url}/api/positions/${id}/close`, { data: { closePrice: '200.00' } });
    await expect(closedTable(page).getByText('$200.00')).toBeVisible();

    await page.routeWebSocket(/\/ws/, (socket) => socket.close());
    await page.reload();
    await expect(closedTable(page)).toBeVisible();
    await addPosition(admin, installation, baba);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(openTable(page).getByRole('rowheader', { name: 'Alibaba' })).toBeVisible();
  });
});

test.describe('administrators', () => {
  test('add a position, with errors at its fields', async ({ installation, admin: page }) => {
    await page.goto(`${installation.url}/qinvest`);
    await page.getByRole('button', { name: 'Add Position' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Position' });
    await expect(dialog.getByLabel('Company Name')).toHaveAttribute('placeholder', 'Tesla');
    await expect(dialog.getByLabel('Ticker Symbol')).toHaveAttribute('placeholder', 'TSLA');
    await expect(dialog.getByLabel('Entry Price')).toHaveAttribute('placeholder', '0.00');
    const ownToday = await page.evaluate(() => new Date().toLocaleDateString('en-CA'));
    await expect(dialog.getByLabel('Purchase Date')).toHaveValue(ownToday);

    await dialog.getByLabel('Entry Price').fill('12.345');
    await dialog.getByLabel('Purchase Date').fill('');
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    for (const words of [
      'Name is required',
      'Ticker is required',
      'Entry price must be a valid decimal',
      'Purchase date is required',
    ]) {
      await expect(dialog.getByText(words)).toBeVisible();
    }
    await dialog.getByLabel('Company Name').fill('Tesla');
    await dialog.getByLabel('Ticker Symbol').fill('tsla');
    await dialog.getByLabel('Entry Price').fill('180.5');
    await dialog.getByLabel('Purchase Date').fill('2024-02-29');
    await expect(dialog.getByText('Name is required')).toHaveCount(0);

    const add = /positions\.add/;
    await page.route(add, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    await expectToast(page, 'Error', 'Failed to add position');
    await expect(dialog.getByLabel('Company Name')).toHaveValue('Tesla');

    // The form was closed by accident: its values are restored.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add Position' }).click();
    await expect(dialog.getByLabel('Entry Price')).toHaveValue('180.5');
    await page.unroute(add);
    const release = await hold(page, add);
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    await expect(dialog.getByRole('button', { name: 'Adding...' })).toBeVisible();
    release();
    await expectToast(page, 'Success', 'Position added successfully');
    await expect(dialog).toBeHidden();
    const row = openTable(page).getByRole('row', { name: /Tesla/ });
    for (const words of ['TSLA', '29 Feb 2024', '$180.50']) await expect(row.getByText(words)).toBeVisible();
  });

  test('see errors of the server', async ({ installation, admin: page }) => {
    await page.goto(`${installation.url}/qinvest`);
    await page.getByRole('button', { name: 'Add Position' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Position' });
    await dialog.getByLabel('Company Name').fill('Tomorrow');
    await dialog.getByLabel('Ticker Symbol').fill('TMRW');
    await dialog.getByLabel('Entry Price').fill('1');
    await dialog.getByLabel('Purchase Date').fill('2999-01-01');
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    await expectToast(page, 'Error', 'Purchase date cannot be in the future');
    await expect(dialog.getByLabel('Company Name')).toHaveValue('Tomorrow');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add Position' }).click();
    await expect(dialog.getByLabel('Company Name')).toHaveValue('');
  });

  test('must confirm a price far from the market, and correct one with a reason', async ({
    installation,
    admin: page,
  }) => {
    await page.goto(`${installation.url}/qinvest`);
    await page.getByRole('button', { name: 'Add Position' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Position' });
    await dialog.getByLabel('Company Name').fill('Tesla');
    await dialog.getByLabel('Ticker Symbol').fill('TSLA');
    await dialog.getByLabel('Entry Price').fill('2.50');
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    await expect(dialog.getByText(/^Market price: \$241\.50\. You typed 2\.50\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    await expectToast(page, 'Success', 'Position added successfully');
    await page.getByRole('button', { name: 'Correct Tesla' }).click();
    const correction = page.getByRole('dialog', { name: 'Correct Position: Tesla' });
    await correction.getByLabel('Entry Price').fill('240');
    await correction.getByRole('button', { name: 'Correct Position' }).click();
    await expect(correction.getByText('Reason is required')).toBeVisible();
    await correction.getByLabel('Reason').fill('Typing error');
    await correction.getByRole('button', { name: 'Correct Position' }).click();
    await expectToast(page, 'Success', 'Position corrected successfully');
    await expect(openTable(page).getByRole('row', { name: /Tesla/ }).getByText('$240.00')).toBeVisible();
    await page.goto(`${installation.url}/track-record`);
    await expect(page.getByText('entry $2.50 → $240.00, Typing error').first()).toBeVisible();
    await expect(page.getByText('The current portfolio matches the ledger.')).toBeVisible();
  });

  test('close a position at the latest price or another one', async ({ installation, admin: page }) => {
    const { id } = await addPosition(page, installation, tesla);
    await waitForPrices(page, installation);
    await page.goto(`${installation.url}/qinvest`);
    await page.getByRole('button', { name: 'Close Tesla' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close Position: Tesla' });
    const price = dialog.getByLabel('Close Price');
    await expect(price).toHaveValue('241.50');
    await price.fill('abc');
    await dialog.getByRole('button', { name: 'Close Position' }).click();
    await expect(dialog.getByText('Close price must be a valid decimal')).toBeVisible();

    await price.fill('200');
    await page.route(/positions\.close/, (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Close Position' }).click();
    await expectToast(page, 'Error', 'Failed to close position');
    await expect(price).toHaveValue('200');
    await dialog.getByRole('button', { name: 'Close Position' }).click();
    await expectToast(page, 'Success', 'Position closed successfully');
    await expect(page.getByText('No open positions')).toBeVisible();
    await expect(closedTable(page).getByRole('columnheader')).toHaveText([
      'Name',
      'Ticker',
      'Purchase Date',
      'Close Date',
      'Entry Price',
      'Close Price',
      'Gains %',
      'Actions',
    ]);
    await expect(closedTable(page).getByText('$200.00')).toBeVisible();
    await expect(closedTable(page).getByRole('button', { name: '+10.96%' })).toBeVisible();
    const again = await page.request.patch(`${installation.url}/api/positions/${id}/close`, {
      data: { closePrice: '1' },
    });
    expect(again.status()).toBe(409);
  });

  test('see that another administrator was faster', async ({ installation, admin: page }) => {
    await page.routeWebSocket(/\/ws/, (socket) => socket.close());
    const { id } = await addPosition(page, installation, tesla);
    await page.goto(`${installation.url}/qinvest`);
    await page.getByRole('button', { name: 'Close Tesla' }).click();
    await page.request.patch(`${installation.url}/api/positions/${id}/close`, { data: { closePrice: '190.00' } });
    const dialog = page.getByRole('dialog', { name: 'Close Position: Tesla' });
    await dialog.getByLabel('Close Price').fill('200');
    await dialog.getByRole('button', { name: 'Close Position' }).click();
    await expectToast(page, 'Error', 'This position is already closed');
    await page.keyboard.press('Escape');
    await expect(closedTable(page).getByText('$190.00')).toBeVisible();
  });

  test('delete open and closed positions, each by name', async ({ installation, admin: page }) => {
    await addPosition(page, installation, tesla);
    const { id } = await addPosition(page, installation, baba);
    await page.request.patch(`${installation.url}/api/positions/${id}/close`, { data: { closePrice: '90.00' } });
    await page.goto(`${installation.url}/qinvest`);
    await openTable(page).getByRole('button', { name: 'Delete Tesla' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Position' });
    await expect(
      dialog.getByText(
        'Are you sure you want to delete Tesla (TSLA)? This action cannot be undone and will permanently delete this position.',
        { exact: true },
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(openTable(page).getByRole('rowheader', { name: 'Tesla' })).toBeVisible();

    await openTable(page).getByRole('button', { name: 'Delete Tesla' }).click();
    await page.route(/positions\.delete/, (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Delete Position' }).click();
    await expectToast(page, 'Error', 'Failed to delete position');
    await dialog.getByRole('button', { name: 'Delete Position' }).click();
    await expectToast(page, 'Success', 'Position deleted successfully');
    await expect(page.getByText('No open positions')).toBeVisible();
    await closedTable(page).getByRole('button', { name: 'Delete Alibaba' }).click();
    await dialog.getByRole('button', { name: 'Delete Position' }).click();
    await expect(closedTable(page)).toHaveCount(0);
    expect(await book(page, installation)).toMatchObject({ open: [], closed: [] });
  });

  test('see the state of the price provider', async ({ installation, admin: page }) => {
    await addPosition(page, installation, tesla);
    await waitForPrices(page, installation);
    await page.goto(`${installation.url}/qinvest`);
    await expect(page.getByText(/^Prices from Yahoo · last update/)).toBeVisible();
  });
});

test('visitors are asked to sign in, and return to the page', async ({ installation, visitor: page }) => {
  await page.goto(`${installation.url}/qinvest?open=-gains`);
  await expect(page).toHaveURL(/\/auth\?redirect=.*qinvest/);
});
