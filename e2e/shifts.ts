import { expect, type Page } from '@playwright/test';

interface Shift {
  value: number;
  moved: (string | undefined)[];
}

/** Records layout shifts, starting with the next page load. They are shares of the screen, so machines don't differ. */
export const watchShifts = (page: Page) =>
  page.addInitScript(`
    const shifts = [];
    const record = (entries) => {
      for (const { value, sources } of entries)
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60)) });
    };
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.shiftsSoFar = () => {
      record(observer.takeRecords());
      return shifts;
    };
  `);

export async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(async () => {
    // The second frame starts once the first is laid out.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (window as unknown as { shiftsSoFar: () => Shift[] }).shiftsSoFar();
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02);
}
