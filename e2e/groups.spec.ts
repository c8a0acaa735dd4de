import { expectAccessible } from './accessibility';
import { founder, password, signInAs, startServerWithAdmin } from './admin';
import { expect, type RunningServer, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  server = await startServerWithAdmin(browser);
});
test.afterAll(() => server.dispose());

test('an administrator creates a group, shares a collection with it and connects a directory', async ({ page }) => {
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/settings?tab=admin&section=groups`);
  const name = 'Research';
  await page.getByRole('button', { name: 'New Group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Group' }).click();
  await page.getByRole('button', { name: `Members of ${name}` }).click();
  await page.getByLabel('Add a user by email or name').fill(founder);
  await page.getByRole('button', { name: `Add ${founder}` }).click();
  await expect(page.getByRole('button', { name: `Remove ${founder}` })).toBeVisible();
  await expectAccessible(page, 'group-members');
  await page.getByRole('button', { name: 'All groups' }).click();

  await page.getByRole('button', { name: 'New SCIM Token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Okta');
  await page.getByRole('dialog').getByLabel('Your Password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Token' }).click();
  await expect(page.getByLabel('SCIM token', { exact: true })).toHaveText(/^qscim_[\w-]{43}$/);
  await expectAccessible(page, 'groups');

  await page.goto(`${server.url}/collections`);
  await page.getByRole('button', { name: 'New Collection' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Handbook');
  await page.getByRole('dialog').getByRole('button', { name: 'New Collection' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const choice = page.getByLabel(`Access for ${name}`);
  await choice.selectOption('Can edit');
  await expect(choice).toBeEnabled();
  await expect(choice).toHaveValue('edit');
  await expectAccessible(page, 'share-collection');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
