import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessibility';
import {
  deadJob,
  founder,
  manySignups,
  manyUsers,
  registerIn,
  setupToken,
  signInAs,
  startServerWithAdmin,
} from './admin';
import { expect, type RunningServer, test } from './fixtures';

let server: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  server = await startServerWithAdmin(browser, {
    rows: async (database) => {
      await manyUsers(120)(database);
      await manySignups(30)(database);
      await deadJob(database);
    },
  });
});
test.afterAll(() => server.dispose());

/** The page redirects after two seconds, which is too soon for the accessibility check. */
const withoutLeadingOn = () => {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) =>
      later(work, ms === 2000 ? 3_600_000 : ms, ...rest),
  });
};

const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  });

test('the screens of administrators are accessible', async ({ page, openPage }) => {
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/settings?tab=admin`);
  await page.getByText('person-00120@example.com').waitFor();
  await expectAccessible(page, 'users', { largeText: true });
  const email = page.getByText('person-00120@example.com');
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => linesOf(email), `${width} px`).toBe(1);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Delete person-00120@example.com' }).click();
  await page.getByRole('alertdialog').waitFor();
  await expectAccessible(page, 'deleting');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Search by email or name').fill('nobody at all');
  await page.getByText('No users found').waitFor();
  await expectAccessible(page, 'nobody found');
  await page.getByRole('tab', { name: 'Token Waitlist' }).click();
  await page.getByText('waiting-00030@example.com').waitFor();
  await expectAccessible(page, 'waitlist', { largeText: true });
  await page.getByRole('button', { name: /waiting-00030@example.com/ }).click();
  await page.getByRole('alertdialog', { name: 'Remove from Waitlist' }).waitFor();
  await expectAccessible(page, 'removing');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await page.locator('summary').first().click();
  await expectAccessible(page, 'audit', { largeText: true });
  await page.getByRole('tab', { name: 'Status' }).click();
  await page.getByRole('heading', { name: 'Permanently failed jobs' }).waitFor();
  await expect(page.getByText('The file is damaged.')).toBeVisible();
  await expectAccessible(page, 'status', { largeText: true });
  await page.addInitScript(withoutLeadingOn);
  await page.goto(`${server.url}/admin-setup`);
  await page.getByText('What this does').waitFor();
  await expectAccessible(page, 'setup', { largeText: true });
  await page.getByLabel('Setup Token').fill(setupToken);
  await page.getByRole('button', { name: 'Initialize Production Environment' }).click();
  await page.getByText('Setup Complete!').waitFor();
  await expectAccessible(page, 'setup, complete');

  const other = await openPage();
  await registerIn(other.context(), server, 'looker@example.com');
  await other.goto(`${server.url}/admin-setup`);
  await other.getByText('Access Denied').waitFor();
  await expectAccessible(other, 'setup, denied');
});
