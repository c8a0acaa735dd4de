import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect } from './fixtures';

/** A folder to keep pictures of the screens in, to look at. */
const pictures = process.env.LOOKS_FOLDER;

const phone = { width: 390, height: 844 };

/**
 * Fails when the page is not accessible in both themes: at the width that it has and, if that is wide, at a phone's too.
 * Takes pictures of all of them when a folder is named.
 */
export async function look(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize();
  await lookAtOneWidth(page, name);
  if (!wide || wide.width <= 600) return;
  await page.setViewportSize(phone);
  await lookAtOneWidth(page, name);
  await page.setViewportSize(wide);
  await untilStill(page);
}

/** For stories that run at both widths, because a phone's steps differ. */
export async function lookAtOneWidth(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await accessibilityFaults(page), `${name}, ${width} wide`).toEqual([]);
  if (!pictures) return;
  for (const theme of ['its theme', 'the other theme']) {
    await page.screenshot({ path: `${pictures}/${name} ${width} ${theme}.png`, fullPage: true });
    await toggleTheme(page);
    await untilStill(page);
  }
}

/**
 * What axe finds on a page at rest, in both themes, and whether the page scrolls sideways; empty when all is well.
 * The themes differ in colors alone, so the second one is checked for contrast only.
 */
async function accessibilityFaults(page: Page): Promise<string[]> {
  // A tooltip is outside of the page's landmarks while the pointer rests on its button. The right margin has none.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.mouse.move(width - 2, height / 2);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  // A text that is still fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await untilStill(page);
  const faults = await violations(page);
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (surplus > 0) faults.push(`scrolls sideways by ${surplus} px`);
  const contrast = await inOtherTheme(page, () => violations(page, ['color-contrast']));
  return [...faults, ...contrast.map((fault) => `in the other theme: ${fault}`)];
}

/** Spinners never end, and what is not drawn does not move: neither is waited for. */
async function untilStill(page: Page) {
  await page.evaluate(async (mostMs) => {
    const deadline = performance.now() + mostMs;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    while (performance.now() < deadline) {
      // What was just changed begins to move with the next frame, which a page in the background never gets.
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

/**
 * Calls `read` with the page in the other theme. Transitions are switched off until it returns, so nothing has to wait
 * for frames: axe reads computed styles, which change at once.
 */
async function inOtherTheme<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const unfading = await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important; }' });
  await toggleTheme(page);
  const result = await read();
  await toggleTheme(page);
  // Computes the styles once more without transitions. Otherwise the former colors would fade in.
  await page.evaluate(() => getComputedStyle(document.body).color);
  await unfading.evaluate((element: HTMLElement) => element.remove());
  return result;
}

/** From dark to light or back, as the theme's switch does. */
async function toggleTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const theme of ['dark', 'light']) document.documentElement.classList.toggle(theme);
  });
}
