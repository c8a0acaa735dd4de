import { answer, ask, composer, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

const notice = 'deleted with its files when you leave, or an hour after you close the page.';

for (const width of [1280, 390]) {
  test(`a temporary chat survives a reload and is gone once it is left, ${width} wide`, async ({
    guardedPage: page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signUp(page, server);
    await expect(composer(page)).toBeVisible();
    let create = () => {};
    const held = new Promise<void>((resolve) => {
      create = resolve;
    });
    await page.route('**/trpc/conversations.create**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'New temporary chat' }).click();
    // The page is inert until the other conversation has loaded, so that nothing can be sent to it.
    await expect(page.locator('main')).toHaveAttribute('inert');
    create();
    await expect(page.getByRole('note')).toContainText(notice);
    await expect(page.locator('main')).not.toHaveAttribute('inert');
    await ask(page, 'What can you do?');
    await waitForAnswer(page);
    await page.reload();
    await expect(answer(page)).toContainText('No AI model is connected');
    await expect(page.getByRole('note')).toContainText(notice);
    await expect(page.getByRole('button', { name: 'New temporary chat' })).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: 'What can you do?' })).toHaveCount(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Share' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await composer(page).fill('Not sent yet');
    const address = page.url();

    const deleted = page.waitForResponse((response) => response.url().includes('conversations.delete'));
    if (width === 390) await page.getByRole('button', { name: 'Open conversations' }).click();
    await page.getByRole('button', { name: 'New Chat', exact: true }).click();
    await expect(page.getByRole('note')).toHaveCount(0);
    await deleted;
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Not sent yet');
    await page.goto(address);
    await expect(page.getByText("This conversation doesn't exist or was deleted.")).toBeVisible();
  });
}
