/** Every screen of accounts and administration, for each kind of user. */
import type { Locator, Page } from '@playwright/test';
import { founder, registerIn, signInAs, startServerWithAdmin, withDatabase } from './admin';
import { collectPageErrors, expect, type RunningServer, test } from './fixtures';

const chief = 'chief@example.com';
const member = 'member@example.com';

let server: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  // The founder may set up but has not, so is not an administrator yet. The chief is an administrator but may not set up.
  server = await startServerWithAdmin(browser, { isSetUp: false });
  for (const email of [chief, member]) {
    const context = await browser.newContext();
    await registerIn(context, server, email);
    await context.close();
  }
  await withDatabase(server, (database) =>
    database.query('UPDATE users SET is_admin = true WHERE email = $1', [chief]),
  );
});
test.afterAll(() => server.dispose());

type Seen = (page: Page) => Locator;

const signIn: Seen = (page) => page.getByRole('tab', { name: 'Sign In' });
const profile: Seen = (page) => page.getByRole('button', { name: 'Save Profile' });
const passwords: Seen = (page) => page.getByRole('button', { name: 'Update Password' });
const users: Seen = (page) => page.getByRole('textbox', { name: 'Search by email or name' });
const waitlist: Seen = (page) => page.getByText('No waitlist signups yet');
const auditLog: Seen = (page) => page.getByLabel('Event type');
const denied: Seen = (page) => page.getByText('Access Denied');
const setup: Seen = (page) => page.getByRole('button', { name: 'Initialize Production Environment' });
const askForLink: Seen = (page) => page.getByRole('button', { name: 'Send Link' });
const badLink: Seen = (page) => page.getByText("This link doesn't work");

const admin = '/settings?tab=admin';
const screens: { path: string; visitor: Seen; member: Seen; founder: Seen; chief: Seen }[] = [
  { path: '/settings', visitor: signIn, member: profile, founder: profile, chief: profile },
  { path: '/settings?tab=password', visitor: signIn, member: passwords, founder: passwords, chief: passwords },
  { path: admin, visitor: signIn, member: profile, founder: profile, chief: users },
  { path: `${admin}&section=waitlist`, visitor: signIn, member: profile, founder: profile, chief: waitlist },
  { path: `${admin}&section=audit`, visitor: signIn, member: profile, founder: profile, chief: auditLog },
  { path: '/admin-setup', visitor: signIn, member: denied, founder: setup, chief: denied },
  { path: '/forgot-password', visitor: askForLink, member: askForLink, founder: askForLink, chief: askForLink },
  { path: '/reset-password#token=none', visitor: badLink, member: badLink, founder: badLink, chief: badLink },
];
const accounts = { visitor: undefined, member, founder, chief };

for (const [person, email] of Object.entries(accounts) as [keyof typeof accounts, string | undefined][]) {
  test(`the ${person} sees only their own data on every screen`, async ({ page }) => {
    const pageErrors = collectPageErrors(page, server);
    if (email) await signInAs(page, server, email);
    for (const screen of screens) {
      await page.goto(server.url + screen.path);
      await expect(screen[person](page), `${person} at ${screen.path}`).toBeVisible();
      const isAdministration = screen.path.startsWith('/settings') && person === 'chief';
      await expect(page.getByRole('tab', { name: 'Admin' })).toHaveCount(isAdministration ? 1 : 0);
      for (const other of [users, waitlist, auditLog, setup]) {
        if (other !== screen[person]) await expect(other(page)).toHaveCount(0);
      }
    }
    expect(pageErrors).toEqual([]);
  });
}
