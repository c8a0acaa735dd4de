import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** What axe finds on a page at rest, and whether the page scrolls sideways; empty when all is well. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // A tooltip is outside of the page's landmarks while the pointer rests on its button.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  // While a dialog fades in, its texts have too little contrast. Spinners never end, so they are not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return surplus > 0 ? [...faults, `scrolls sideways by ${surplus} px`] : faults;
}
