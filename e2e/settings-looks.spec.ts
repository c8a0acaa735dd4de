import { accessibilityFaults } from './accessibility';
import { founder, password, signInAs, startHouse } from './admin';
import { expect, type RunningServer, storiesOfOneFile } from './fixtures';

const test = storiesOfOneFile();

/** A folder to keep pictures of the screens in, to look at. */
const pictures = process.env.LOOKS_FOLDER;

let house: RunningServer & { dispose(): Promise<void> };
test.beforeAll(async ({ browser }) => {
  house = await startHouse(browser);
});
test.afterAll(() => house.dispose());

for (const width of [1280, 390]) {
  for (const theme of ['dark', 'light'] as const) {
    test.describe(`${theme}, ${width} wide`, () => {
      test.use({ viewport: { width, height: 844 } });

      test('the settings and the screens of a lost password are accessible', async ({ page }) => {
        test.setTimeout(120_000);
        await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        const look = async (name: string) => {
          expect(await accessibilityFaults(page), name).toEqual([]);
          if (pictures) await page.screenshot({ path: `${pictures}/${name} ${theme} ${width}.png`, fullPage: true });
        };
        await page.goto(`${house.url}/forgot-password`);
        await page.getByRole('button', { name: 'Send Link' }).click();
        await page.getByText('Email is required').waitFor();
        await look('forgot');
        await page.getByLabel('Email').fill(`nobody-${width}-${theme}@example.com`);
        await page.getByRole('button', { name: 'Send Link' }).click();
        await page.getByText('Check your email').waitFor();
        await look('link sent');
        await page.goto(`${house.url}/reset-password#token=none`);
        await page.getByText("This link doesn't work").waitFor();
        await look('link unusable');
        await page.goto(`${house.url}/auth`);
        const links = () => [...house.log().matchAll(/http[^\s"\\]+#token=[\w-]{43}/g)].map(([link]) => link);
        const before = links().length;
        await page.request.post(`${house.url}/api/password-reset/request`, { data: { email: founder } });
        await expect.poll(() => links().length).toBeGreaterThan(before);
        await page.goto(links().at(-1) as string);
        await page.getByRole('button', { name: 'Set New Password' }).waitFor();
        await look('reset');

        await signInAs(page, house, founder);
        await page.goto(`${house.url}/settings`);
        await page.getByRole('textbox', { name: 'Instructions' }).fill('x'.repeat(2001));
        await look('profile');
        await page.getByRole('button', { name: 'Delete My Account' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Delete My Account' }).click();
        await dialog.getByText('Password is required').waitFor();
        await look('delete');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('textbox', { name: 'Instructions' }).fill('');
        await page.getByRole('tab', { name: 'Password' }).click();
        await page.getByText('This device').waitFor();
        const tokens = page.getByRole('region', { name: 'API tokens' });
        await tokens.getByLabel('Name', { exact: true }).fill(`Report ${width} ${theme}`);
        await tokens.getByLabel('Your Password').fill(password);
        await tokens.getByLabel('Expires').selectOption('Never');
        await tokens.getByRole('button', { name: 'Create Token' }).click();
        await page.getByText('Copy your new token now').waitFor();
        await page.getByRole('button', { name: 'Update Password' }).click();
        await page.getByText('Current password is required').waitFor();
        await look('password');
        await page.getByRole('tab', { name: 'Admin' }).click();
        await expect(page).toHaveURL(/tab=admin/);
        await page.getByRole('tab', { name: 'User Management' }).waitFor();
        await look('admin');
      });
    });
  }
}
