/**
 * Public pages have no layout shift when their font arrives late or React hydrates them. A shift is measured as a share
 * of the screen, which is the same on every machine (scripts/bench/public-pages.ts measures times). Also checks that a
 * question stays in place once the server has it.
 */
import { publicPaths } from '~/shared/pages';
import { ask, stopButton, waitForAnswer } from './chat';
import { expect, hold, signUp, test } from './fixtures';
import { modelStories } from './model-stories';
import { expectNoShift, watchShifts } from './shifts';

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' });

test('public pages have no layout shift on a phone', async ({ guardedPage: page, server }) => {
  await watchShifts(page);
  for (const path of publicPaths) {
    await test.step(path, async () => {
      const sendTypeface = await hold(page, '**/*.woff2');
      await page.goto(server.url + path, { waitUntil: 'domcontentloaded' });
      // The page is shown in the fallback font before ours has loaded.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1);
      expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(false);
      sendTypeface();
      await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));

      // Hovering over a link of the bar loads React, which adds the tooltip last. The pointer may already be on the
      // bar.
      await page.getByRole('banner').getByRole('link').first().hover();
      await expect(page.getByRole('tooltip', { includeHidden: true })).toBeAttached();
      await expectNoShift(page);
      await page.unroute('**/*.woff2');
    });
  }
});

modelStories('nothing moves when the server has stored a question', async ({ page, model, product }) => {
  await signUp(page, product);
  model.queue({ text: ['Slowly.'] });
  await ask(page, 'What moves interest rates?');
  await waitForAnswer(page);
  // The line with the tokens arrives last, below the answer.
  await expect(page.getByText('Tokens:')).toBeVisible();
  model.queue({ text: ['Trade.'], pauseAfterTokens: 0 });
  const take = await hold(page, '**/trpc/messages.send*');
  await ask(page, 'What moves exchange rates?');

  const question = page.getByText('What moves exchange rates?', { exact: true });
  const indicator = page.getByText('qChat is thinking');
  // Both places are read in one call, because the messages may still be scrolling.
  const distance = async () =>
    question.evaluate(
      (asked, thinking) => (thinking ? thinking.getBoundingClientRect().y - asked.getBoundingClientRect().y : 0),
      await indicator.elementHandle(),
    );
  await expect(indicator).toBeVisible();
  const before = await distance();
  expect(before).toBeGreaterThan(0);
  take();
  await expect(stopButton(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit message' })).toHaveCount(2);
  expect(await distance()).toBe(before);
  model.release();
  await waitForAnswer(page);
});
