import { expect, type Page, test } from '@playwright/test';
import { accessibilityFaults } from './accessibility';
import {
  deadJob,
  founder,
  manySignups,
  manyUsers,
  registerIn,
  setupToken,
  signInAs,
  startHouse,
  withDatabase,
} from './admin';

const house = test.extend<object, { server: Awaited<ReturnType<typeof startHouse>> }>({
  server: [
    async ({ browser }, use) => {
      const server = await startHouse(browser);
      await withDatabase(server, async (database) => {
        await manyUsers(120)(database);
        await manySignups(30)(database);
        await deadJob(database);
      });
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
});

/** A folder to keep pictures of the screens in, to look at. */
const pictures = process.env.LOOKS_FOLDER;

async function look(page: Page, name: string, width: number) {
  expect(await accessibilityFaults(page), name).toEqual([]);
  if (!pictures) return;
  const theme = await page.evaluate(() => localStorage.getItem('theme'));
  await page.screenshot({ path: `${pictures}/${name} ${theme} ${width}.png` });
}

/** The page leads on after two seconds; whoever looks at it closely needs longer. */
const withoutLeadingOn = () => {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) =>
      later(work, ms === 2000 ? 3_600_000 : ms, ...rest),
  });
};

for (const width of [1280, 390]) {
  for (const theme of ['dark', 'light']) {
    house.describe(`${theme}, ${width} wide`, () => {
      house.use({ viewport: { width, height: 844 } });

      house('the screens of administrators are accessible', async ({ page, server, browser }) => {
        house.setTimeout(120_000);
        await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        await signInAs(page, server, founder);
        await page.goto(`${server.url}/settings?tab=admin`);
        await page.getByText('person-00120@example.com').waitFor();
        await look(page, 'users', width);
        await page.getByRole('button', { name: 'Delete person-00120@example.com' }).click();
        await page.getByRole('alertdialog').waitFor();
        await look(page, 'deleting', width);
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByLabel('Search by email or name').fill('nobody at all');
        await page.getByText('No users found').waitFor();
        await look(page, 'nobody found', width);
        await page.getByRole('tab', { name: 'Token Waitlist' }).click();
        await page.getByText('waiting-00030@example.com').waitFor();
        await look(page, 'waitlist', width);
        await page.getByRole('button', { name: /waiting-00030@example.com/ }).click();
        await page.getByRole('alertdialog', { name: 'Remove from Waitlist' }).waitFor();
        await look(page, 'removing', width);
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('tab', { name: 'Audit Log' }).click();
        await page.locator('summary').first().click();
        await look(page, 'audit', width);
        await page.getByRole('tab', { name: 'Status' }).click();
        await page.getByRole('heading', { name: 'Permanently failed jobs' }).waitFor();
        await expect(page.getByText('The file is damaged.')).toBeVisible();
        await look(page, 'status', width);
        await page.addInitScript(withoutLeadingOn);
        await page.goto(`${server.url}/admin-setup`);
        await page.getByText('What this does').waitFor();
        await look(page, 'setup', width);
        await page.getByLabel('Setup Token').fill(setupToken);
        await page.getByRole('button', { name: 'Initialize Production Environment' }).click();
        await page.getByText('Setup Complete!').waitFor();
        await look(page, 'setup, complete', width);

        const context = await browser.newContext({ viewport: { width, height: 844 } });
        await registerIn(context, server, `looker-${theme}-${width}@example.com`);
        const other = await context.newPage();
        await other.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        await other.goto(`${server.url}/admin-setup`);
        await other.getByText('Access Denied').waitFor();
        await look(other, 'setup, denied', width);
        await context.close();
      });
    });
  }
}
