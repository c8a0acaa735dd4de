import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** A folder to keep pictures of the screens in, to look at. */
const pictures = process.env.LOOKS_FOLDER;

/** Fails when the page is not accessible in both themes; takes a picture of it in each when a folder is named. */
export async function look(page: Page, name: string): Promise<void> {
  expect(await accessibilityFaults(page), name).toEqual([]);
  if (!pictures) return;
  const { width } = page.viewportSize() ?? { width: 0 };
  for (const theme of ['its theme', 'the other theme']) {
    await page.screenshot({ path: `${pictures}/${name} ${width} ${theme}.png`, fullPage: true });
    await switchTheme(page);
  }
}

/**
 * What axe finds on a page at rest, in both themes, and whether the page scrolls sideways; empty when all is well.
 * The themes differ in colours alone, so the second one is checked for contrast only.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // A tooltip is outside of the page's landmarks while the pointer rests on its button. The right margin has none.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.mouse.move(width - 2, height / 2);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  // A text that is still fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await untilStill(page);
  const faults = faultsOf(await new AxeBuilder({ page }).analyze());
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (surplus > 0) faults.push(`scrolls sideways by ${surplus} px`);
  await switchTheme(page);
  const contrast = faultsOf(await new AxeBuilder({ page }).withRules(['color-contrast']).analyze());
  await switchTheme(page);
  return [...faults, ...contrast.map((fault) => `in the other theme: ${fault}`)];
}

const faultsOf = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);

/** Spinners never end, and what is not drawn does not move: neither is waited for. */
async function untilStill(page: Page) {
  await page.evaluate(async (mostMs) => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished.catch(() => {}));
    await Promise.race([Promise.all(moving), new Promise((resolve) => setTimeout(resolve, mostMs))]);
  }, 5000);
}

/** From dark to light or back, as the theme's switch does. */
async function switchTheme(page: Page) {
  await page.evaluate(() => {
    for (const theme of ['dark', 'light']) document.documentElement.classList.toggle(theme);
  });
  await untilStill(page);
}
