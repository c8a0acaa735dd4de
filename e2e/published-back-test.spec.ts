/** Publishing a back-test: from the form to the public page and the home page's claim. */
import { expectAccessible } from './accessibility';
import { addPosition, baba, expect, tesla, test, waitForPrices } from './installation';

test('an administrator publishes a back-test, shows it on the home page and unpublishes it', async ({
  installation,
  admin,
  visitor,
}) => {
  await addPosition(admin, installation, tesla);
  await addPosition(admin, installation, baba);
  await waitForPrices(admin, installation);
  await visitor.goto(installation.url);
  await expect(visitor.getByText('No back-test run has been published.')).toBeVisible();
  await expect(visitor.getByText('See its rules, figures and trades')).toHaveCount(0);
  await expect(visitor.locator('body')).not.toContainText('.invalid');

  await expect(async () => {
    await admin.goto(
      `${installation.url}/qinvest/back-test?tickers=TSLA,BABA&from=2024-01-02&to=2025-06-30&rebalancing=monthly&cost=10`,
    );
    await expect(admin.getByRole('heading', { name: 'Result' })).toBeVisible();
  }).toPass();
  await admin.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: 'Publish this back-test' });
  await dialog.getByRole('button', { name: 'Publish Back-Test' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expectAccessible(admin, 'publishing a back-test');
  await dialog.getByLabel('Title').fill('Tesla and Alibaba, equal weight');
  await dialog.getByLabel('Publish its closing prices').check();
  await dialog.getByRole('button', { name: 'Publish Back-Test' }).click();
  const list = admin.getByRole('table', { name: 'Published back-tests' });
  await list.getByRole('button', { name: 'Show on home page' }).click();
  await expect(list.getByText('On the home page')).toBeVisible();
  await expectAccessible(admin, 'published back-tests');

  await visitor.goto(installation.url);
  await expect(visitor.getByText('Published run', { exact: true })).toBeVisible();
  await expectAccessible(visitor, 'the claim with its run');
  await visitor.getByRole('link', { name: 'See its rules, figures and trades' }).click();
  await expect(visitor.getByRole('heading', { name: 'Tesla and Alibaba, equal weight' })).toBeVisible();
  await visitor.locator('summary', { hasText: 'Trades' }).click();
  await expectAccessible(visitor, 'a published back-test');
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: 'run.json' }).click();
  expect((await download).suggestedFilename()).toBe('run.json');
  await visitor.goto(`${installation.url}/track-record`);
  await expect(visitor.getByText('Published run', { exact: true })).toBeVisible();

  await list.getByRole('button', { name: 'Unpublish' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(admin.getByText('None published yet.', { exact: false })).toBeVisible();
  await visitor.goto(installation.url);
  await expect(visitor.getByText('No back-test run has been published.')).toBeVisible();
});
