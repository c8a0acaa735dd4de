import { expectAccessible } from './accessibility';
import { ask, composer, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

test('every screen is accessible', async ({ guardedPage: page, server }) => {
  await page.goto(server.url);
  await page.getByRole('main').waitFor();
  await expectAccessible(page, 'landing');
  await page.goto(`${server.url}/auth`);
  await page.getByLabel('Email').waitFor();
  await expectAccessible(page, 'sign in');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expectAccessible(page, 'sign up');
  await page.goto(`${server.url}/nowhere`);
  await page.getByText('Page Not Found').waitFor();
  await expectAccessible(page, 'not found');
  await signUp(page, server);
  await composer(page).waitFor();
  await expectAccessible(page, 'chat, empty');
  await ask(page, 'What can you do?');
  await waitForAnswer(page);
  await expectAccessible(page, 'chat, answered', { largeText: true });
  await page.goto(`${server.url}/knowledge`);
  await page.getByText('Access Denied').waitFor();
  await expectAccessible(page, 'access denied');
});

test.describe('text at 200% on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('leaves room for every button of the chat', async ({ guardedPage: page, server }) => {
    await signUp(page, server);
    await composer(page).waitFor();
    await page.getByRole('button', { name: /voice input/i }).waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    /** The buttons that are not completely in the window. */
    const outside = () =>
      page.locator('main button:visible').evaluateAll((elements) =>
        elements
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          })
          .map((element) => element.getAttribute('aria-label') ?? element.textContent),
      );
    await expect.poll(outside).toEqual([]);
    // The buttons beside the title don't grow with the text.
    const title = page.getByRole('heading', { level: 1 });
    await expect.poll(() => title.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    /** The labels of the bar at the bottom that reach into the next one. */
    const overlapping = () =>
      page.locator('nav li a > span:visible').evaluateAll((labels) => {
        const boxes = labels.map((label) => label.getBoundingClientRect());
        return labels
          .filter((_, index) => (boxes[index]?.right ?? 0) > (boxes[index + 1]?.left ?? innerWidth))
          .map((label) => label.textContent);
      });
    // The bar's links are loaded after the page.
    await expect.poll(() => page.locator('nav li a > span:visible').count()).toBeGreaterThan(3);
    await expect.poll(overlapping).toEqual([]);
  });
});
