/**
 * That nothing on a public page jumps: while its typeface arrives late, and when React takes over. A shift is a share
 * of the screen and no time, so that it is the same on every machine. (scripts/bench/public-pages.ts measures times.)
 */
import { publicPaths } from '~/shared/pages';
import { expect, hold, storiesOfOneFile } from './fixtures';

const test = storiesOfOneFile();
test.use({ viewport: { width: 390, height: 844 } });

/** Runs in the page, before anything of its own. */
const watch = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60)) });
  }).observe({ type: 'layout-shift', buffered: true });
`;

type Shift = { value: number; moved: (string | undefined)[] };

for (const path of publicPaths) {
  test(`${path} stands still on a phone`, async ({ careful: page, server }) => {
    const sendTypeface = await hold(page, '**/*.woff2');
    await page.addInitScript(watch);
    await page.goto(server.url + path, { waitUntil: 'domcontentloaded' });
    // It is read in the typeface that stands in, before ours is there.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    sendTypeface();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);

    // The pointer over the bar wakes React; what floats comes last.
    await page.getByRole('banner').hover();
    await expect(page.getByRole('tooltip', { includeHidden: true })).toBeAttached();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));

    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02);
  });
}
