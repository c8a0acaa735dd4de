import { accessibilityFaults } from './accessibility';
import { founder, signInAs, startHouse, withDatabase } from './admin';
import { expect, type RunningServer, storiesOfOneFile } from './fixtures';

const test = storiesOfOneFile();

/** A folder to keep images of the screens in, to look at. */
const images = process.env.LOOKS_FOLDER;

let house: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  house = await startHouse(browser);
  await withDatabase(house, (database) =>
    database.exec(`
      INSERT INTO usage_days (day, user_id, model, model_name, requests, input_tokens, output_tokens, cost)
      SELECT (now() AT TIME ZONE 'UTC')::date - n, u.id, m.id, m.name, 3 + n % 7, 9000 + 700 * (n % 5), 2100 + 90 * n,
             0.35 + 0.1 * (n % 6)
      FROM generate_series(0, 27) n, users u, (VALUES ('grok-4', 'Grok 4'), ('llama3.3', 'Llama 3.3')) AS m(id, name)`),
  );
});
test.afterAll(() => house.dispose());

for (const width of [1280, 390]) {
  test(`usage and budgets are shown and set, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1100 });
    const look = async (name: string) => {
      expect(await accessibilityFaults(page), name).toEqual([]);
      if (images) await page.screenshot({ path: `${images}/${name} ${width}.png`, fullPage: true });
    };
    await signInAs(page, house, founder);
    await page.goto(`${house.url}/settings?tab=usage`);
    await page.getByLabel('Period').selectOption('Last 30 days');
    await expect(page.getByRole('slider', { name: 'Cost per day in USD' })).toBeVisible();
    await expect(page.getByText('Llama 3.3')).toBeVisible();
    await look('own usage');
    await page.goto(`${house.url}/settings?tab=admin&section=usage`);
    await page.getByLabel('Period').selectOption('Last 30 days');
    await page.getByRole('tab', { name: 'Users' }).click();
    await expect(page.getByText(founder).last()).toBeVisible();
    await page.getByLabel('Each user').fill('1.234');
    await page.getByRole('button', { name: 'Save Budgets' }).click();
    await expect(page.getByText('Enter an amount in USD')).toBeVisible();
    await look('admin usage');
    await page.getByLabel('Each user').fill('25');
    await page.getByRole('button', { name: 'Save Budgets' }).click();
    await expect(page.getByText('Budgets saved')).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(founder);
    await page.getByLabel('Budget', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Set Budget' }).click();
    await expect(page.getByRole('button', { name: `Remove the budget of ${founder}` })).toBeVisible();
    await page.goto(`${house.url}/settings?tab=usage`);
    await expect(page.getByText('of your $100.00 budget used this month')).toBeVisible();
    const file = await page.request.get(`${house.url}/api/admin/usage/export`);
    expect(await file.text()).toContain(`${founder},grok-4,Grok 4`);
    await page.goto(`${house.url}/settings?tab=admin&section=usage`);
    await page.getByRole('button', { name: `Remove the budget of ${founder}` }).click();
    await expect(page.getByText('No individual budgets')).toBeVisible();
    await page.getByLabel('Each user').fill('');
    await page.getByRole('button', { name: 'Save Budgets' }).click();
    await expect(page.getByText('Budgets saved')).toBeVisible();
  });
}
