/**
 * The current JavaScript speed of a page, like Lighthouse's BenchmarkIndex: how often per second, divided by 10, a
 * string of 10,000 characters is built and an array of 100,000 numbers is copied; the mean of both. According to its
 * documentation, high-end desktops reach 1,500 to 2,000, low-end desktops 1,000 to 1,500, and mid-tier mobiles 125 to
 * 800.
 */
import type { Browser } from '@playwright/test';

/** An index of 2,000 slowed down by 4, which represents a mid-range laptop. */
export const midRangeIndex = 500;

/** The median of several runs, after a warm-up run. */
export async function speedIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const runs: number[] = [];
  for (let run = 0; run < 4; run++) runs.push(await page.evaluate(oneRun));
  await page.close();
  const [, median = Number.NaN] = runs.slice(1).sort((a, b) => a - b);
  return median;
}

/** The CPU slowdown factor that makes this machine as fast as a mid-range laptop. */
export const slowDownFor = (index: number): number => Math.max(1, Math.round((index / midRangeIndex) * 10) / 10);

/** Runs in the page, so it must be self-contained. */
function oneRun(): number {
  const runMs = 500;
  let strings = 0;
  let began = Date.now();
  while (Date.now() - began < runMs) {
    let text = '';
    for (let index = 0; index < 10_000; index++) text += 'a';
    // Never true, but prevents the loop from being optimized away.
    if (text.length === 1) throw new Error('The string is too short.');
    strings++;
  }
  const stringsPerSecond = (strings / (Date.now() - began)) * 1000;

  const odd = Array.from({ length: 100_000 }, (_, index) => index);
  const even = [...odd];
  let copies = 0;
  began = Date.now();
  // Checking the time more often would affect the result.
  while (copies % 10 !== 0 || Date.now() - began < runMs) {
    const source = copies % 2 === 0 ? even : odd;
    const target = copies % 2 === 0 ? odd : even;
    for (let index = 0; index < source.length; index++) target[index] = source[index] ?? 0;
    copies++;
  }
  const copiesPerSecond = (copies / (Date.now() - began)) * 1000;
  return (stringsPerSecond + copiesPerSecond) / 2 / 10;
}
