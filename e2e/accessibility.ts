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
  if (!wide || wide.width <= 600) return lookAtOneWidth(page, name);
  await checkBothThemes(page, name);
  await page.setViewportSize(phone);
  await checkBothThemes(page, name);
  await page.setViewportSize(wide);
  await untilStill(page);
}

/** For stories that run at both widths, because a phone's steps differ. */
export async function lookAtOneWidth(page: Page, name: string): Promise<void> {
  await checkBothThemes(page, name);
  await toggleTheme(page);
}

/**
 * Leaves the page in the other theme: the next width starts from there, because each change computes all styles again.
 * The themes differ in colors alone, so the second one is checked for contrast only.
 */
async function checkBothThemes(page: Page, name: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  // A tooltip is outside of the page's landmarks while the pointer rests on its button. The right margin has none.
  await page.mouse.move(width - 2, height / 2);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  // A text that is still fading in has too little contrast. Without motion colors change with the theme at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await untilStill(page);
  const faults = await violations(page);
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (surplus > 0) faults.push(`scrolls sideways by ${surplus} px`);
  if (pictures) await takePicture(page, `${name} ${width}`);
  await toggleTheme(page);
  const contrast = await violations(page, ['color-contrast']);
  if (pictures) await takePicture(page, `${name} ${width} other theme`);
  faults.push(...contrast.map((fault) => `in the other theme: ${fault}`));
  expect(faults, `${name}, ${width} wide`).toEqual([]);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await untilStill(page);
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

/** Spinners never end, and what is not drawn does not move: neither is waited for. */
async function untilStill(page: Page) {
  await page.evaluate(async (maxMs) => {
    const deadline = performance.now() + maxMs;
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

/** From dark to light or back, as the theme's switch does. */
async function toggleTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const theme of ['dark', 'light']) document.documentElement.classList.toggle(theme);
  });
}
