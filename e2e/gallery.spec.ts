/** /dev/ui, the gallery of all components in all states, which only exists in development. */
import { collectPageErrors, expect, startServer, test } from './fixtures';

const titles = [
  'Type and colors',
  'Buttons',
  'Fields',
  'Cards, figures, labels',
  'Tabs, menus, dialogs, toasts, tooltips',
  'Loading, empty, error',
  'Tables',
];

test('development shows every component, dark beside light', async ({ page }) => {
  const sources = await startServer({ NODE_ENV: 'development' }, ['--import', 'tsx', 'src/server/main.ts']);
  try {
    const pageErrors = collectPageErrors(page, sources);
    await page.goto(`${sources.url}/dev/ui`);
    // Vite compiles the page at its first request.
    await expect(page.getByRole('heading', { name: 'Parts of the interface' })).toBeVisible({ timeout: 90_000 });
    for (const name of titles) await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    for (const title of titles) {
      const [dark, light] = ['dark', 'light'].map((theme) =>
        page.getByRole('group', { name: `${title}, ${theme}`, exact: true }),
      );
      const ground = (part: typeof dark) => part?.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await ground(dark), title).not.toBe(await ground(light));
      // Both sides show the same components.
      const hasSameTexts = async () => (await dark?.innerText()) === (await light?.innerText());
      await expect.poll(hasSameTexts, title).toBe(true);
      expect((await dark?.boundingBox())?.height, title).toBeGreaterThan(100);
    }
    const floating = page.getByRole('group', { name: `${titles[4]}, light`, exact: true });
    await floating.getByRole('button', { name: 'Open the dialog' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete Position' })).toBeVisible();
    await page.keyboard.press('Escape');
    await floating.getByRole('button', { name: 'Success' }).click();
    await expect(page.getByText('It has been saved.')).toBeVisible();
    expect(pageErrors).toEqual([]);
  } finally {
    await sources.dispose();
  }
});

test('the production build has no such page', async ({ page, server }) => {
  const response = await page.goto(`${server.url}/dev/ui`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText('Parts of the interface')).toHaveCount(0);
});
