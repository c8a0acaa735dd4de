import { expectAccessible } from './accessibility';
import { expect, test, waitForPrices } from './installation';

/** The fake market has closing prices of SAP.DE in euros, and the EUR/USD rate. */
const sap = { name: 'SAP', ticker: 'SAP.DE', avgEntryPrice: '118.40', purchaseDate: '2023-05-15' };

test('a position in euros is entered in euros, and shows its gain in both currencies', async ({
  installation,
  admin: page,
}) => {
  await page.goto(`${installation.url}/qinvest`);
  await page.getByRole('button', { name: 'Add Position' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add New Position' });
  await add.getByLabel('Name').fill(sap.name);
  await add.getByLabel('Ticker').fill(sap.ticker);
  await add.getByLabel('Entry Price').fill(sap.avgEntryPrice);
  await add.getByLabel('Purchase Date').fill(sap.purchaseDate);
  await add.getByRole('button', { name: 'Add Position' }).click();
  await expect(add.getByText(/SAP\.DE trades in EUR/)).toBeVisible();
  await expectAccessible(page, 'currency question');
  await add.getByRole('button', { name: 'Add Position' }).click();
  await expect(add).toBeHidden();
  await waitForPrices(page, installation);
  await page.goto(`${installation.url}/qinvest`);
  const gain = page.getByRole('button', { name: '+111.23%' });
  await expect(gain).toBeVisible();
  await expect(page.getByText(/in USD/).first()).toBeVisible();
  await expectAccessible(page, 'portfolio in euros');
  await gain.click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/EUR\/USD/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page, 'calculation in euros');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'SAP', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'SAP', level: 1 })).toBeVisible();
  await expectAccessible(page, 'position in euros');
});
