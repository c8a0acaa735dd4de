import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect } from './fixtures';

/** The folder for screenshots, to review them. None are taken without it. */
const screenshotFolder = process.env.LOOKS_FOLDER;

const phone = { width: 390, height: 844 };

/**
 * Fails if the page is not accessible in both themes, at its current width and, if that is wide, also at a phone's
 * width. With `largeText`, also fails if text at 200% is too wide for a phone. Takes screenshots if a folder is set.
 */
export async function expectAccessible(page: Page, name: string, { largeText = false } = {}): Promise<void> {
  const wide = page.viewportSize();
  if (!wide || wide.width <= 600) return expectAccessibleAtOneWidth(page, name);
  await checkBothThemes(page, name);
  await page.setViewportSize(phone);
  await checkBothThemes(page, name);
  if (largeText) await expectToFitWithLargeText(page);
  await page.setViewportSize(wide);
  await waitForAnimations(page);
}

/** For stories that visit both widths themselves, because the steps differ on phones. */
export async function expectAccessibleAtOneWidth(page: Page, name: string): Promise<void> {
  await checkBothThemes(page, name);
  await toggleTheme(page);
}

/**
 * Leaves the page in the other theme, in which the next check starts, because each change of theme recalculates all
 * styles. The themes only differ in colors, so the second one is only checked for contrast.
 */
async function checkBothThemes(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  // An open tooltip is outside the page's landmarks. There are none in the right margin.
  await page.mouse.move(width - 2, height / 2);
  await expect(page.getByRole('tooltip')).toHaveText([]);
  // Text that is still fading in has too little contrast. Without motion, colors change at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForAnimations(page);
  const faults = await violations(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) faults.push(`scrolls sideways by ${overflow} px`);
  if (screenshotFolder) await takeScreenshot(page, `${name} ${width}`);
  await toggleTheme(page);
  const contrast = await violations(page, ['color-contrast']);
  if (screenshotFolder) await takeScreenshot(page, `${name} ${width} other theme`);
  faults.push(...contrast.map((fault) => `in the other theme: ${fault}`));
  expect(faults, `${name}, ${width} wide`).toEqual([]);
}

/** The pixels by which text at 200% makes the page wider than the window. */
export const surplusWithLargeText = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    // Parts that measure themselves adapt in the next frames.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const surplus = root.scrollWidth - root.clientWidth;
    root.style.fontSize = '';
    return surplus;
  });

export const expectToFitWithLargeText = (page: Page) => expect.poll(() => surplusWithLargeText(page)).toBe(0);

async function takeScreenshot(page: Page, name: string): Promise<void> {
  await waitForAnimations(page);
  await page.screenshot({ path: `${screenshotFolder}/${name}.png`, fullPage: true });
}

/** Waits until animations end, except spinners, which never do, and elements that are not rendered. */
async function waitForAnimations(page: Page) {
  await page.evaluate(async (maxMs) => {
    const deadline = performance.now() + maxMs;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    while (performance.now() < deadline) {
      // Animations of a change start with the next frame, which never comes for a page in the background.
      await Promise.race([nextFrame().then(nextFrame), pause(500)]);
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState === 'running')
        .map(({ finished }) => finished.catch(() => {}));
      if (moving.length === 0) return;
      await Promise.race([Promise.all(moving), pause(deadline - performance.now())]);
    }
  }, 5000);
}

/** Changes from dark to light or back, as the theme switch does. */
async function toggleTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const theme of ['dark', 'light']) document.documentElement.classList.toggle(theme);
  });
}
