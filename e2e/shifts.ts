import { expect, type Page } from '@playwright/test';

interface Shift {
  value: number;
  moved: (string | undefined)[];
}

/** Records layout shifts, starting with the next page load. They are shares of the screen, so machines don't differ. */
export const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60)) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);

export async function expectNoShift(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02);
}
