import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { addPosition, baba, book, closedTable, expect, expectToast, openTable, tesla, test } from './installation';

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('CSV, JSON or XML file').setInputFiles(file(name, text));

const good = `name,ticker,avgEntryPrice,purchaseDate,status,closeDate,closePrice
Apple,aapl,120.5,2021-03-04,open,,
Meta,META,310.00,2022-01-05,closed,2023-01-05,127.00
`;

test('a valid file is previewed and then imported completely', async ({ installation, admin: page }) => {
  await addPosition(page, installation, tesla);
  await page.goto(`${installation.url}/qinvest`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import positions' });
  await choose(page, 'book.csv', `${good}Tesla,TSLA,180.25,2023-05-15,open,,\n`);
  await expect(dialog.getByText('book.csv: 2 ready, 1 already in the portfolio')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Apple/ }).getByText('120.50')).toBeVisible();
  expect((await book(page, installation)).open).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Import 2 positions' }).click();
  await expectToast(page, 'Success', '2 positions imported successfully');
  await expect(dialog).toBeHidden();
  await expect(openTable(page).getByRole('rowheader', { name: 'Apple' })).toBeVisible();
  await expect(closedTable(page).getByRole('rowheader', { name: 'Meta' })).toBeVisible();
});

const yahoo = `Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type
RKLB,63.1,2026/09/02,16:00 EDT,0.56,62.29,63.52,61.45,1,20250303,20.33,25.0,3.03,,,,BUY
RKLB,63.1,2026/09/02,16:00 EDT,0.56,62.29,63.52,61.45,1,20250801,45.5,10.0,,,,,SELL
VFV.TO,130,2026/09/02,16:00 EDT,0.5,129,131,128,1,20240602,118.4,30,,,,,BUY
`;

test('a file of another program is recognized, and skipped rows are listed', async ({ installation, admin: page }) => {
  await page.goto(`${installation.url}/qinvest`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  // The file name is irrelevant.
  await choose(page, 'download.txt', yahoo);
  const dialog = page.getByRole('dialog', { name: 'Import positions' });
  await expect(dialog.getByText("2 ready, 1 can't be imported")).toBeVisible();
  await expect(dialog.getByText('Recognized as a file from Yahoo Finance.')).toBeVisible();
  await expectAccessible(page, 'importing from Yahoo');
  await page.getByRole('button', { name: 'Import 2 positions' }).click();
  await expectToast(page, 'Success', '2 positions imported successfully');
  expect(await book(page, installation)).toMatchObject({
    open: [{ ticker: 'RKLB' }],
    closed: [{ closePrice: '45.50' }],
  });
});

test('an export can be imported again', async ({ installation, admin: page }) => {
  for (const position of [tesla, { ...baba, name: '=Formula, "quoted"' }])
    await addPosition(page, installation, position);
  await page.goto(`${installation.url}/qinvest`);
  for (const [item, name] of [
    ['As CSV', /\.csv$/],
    ['As JSON', /\.json$/],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(name);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('180.25');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await choose(page, download.suggestedFilename(), text);
    await expect(page.getByText('All of these positions are already in the portfolio.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
});
