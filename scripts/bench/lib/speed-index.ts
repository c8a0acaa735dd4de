/**
 * How fast JavaScript runs in a page at this moment, as Lighthouse's BenchmarkIndex says: how often in a second, divided by
 * 10, a string of 10,000 characters is put together and an array of 100,000 numbers is copied; the mean of the two.
 * By its documentation a high-end desktop has 1,500 to 2,000, a low-end desktop 1,000 to 1,500, a mid-tier mobile 125 to 800.
 */
import type { Browser } from '@playwright/test';

/** What is left of 2,000 when a processor is slowed down four times, which stands for a mid-range laptop. */
export const midRangeIndex = 500;

/** The median of several runs, after one that only compiles the code. */
export async function speedIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const runs: number[] = [];
  for (let run = 0; run < 4; run++) runs.push(await page.evaluate(oneRun));
  await page.close();
  const [, median = Number.NaN] = runs.slice(1).sort((a, b) => a - b);
  return median;
}

/** How many times the processor has to be slowed down to be as fast as a mid-range laptop. */
export const slowDownFor = (index: number): number => Math.max(1, Math.round((index / midRangeIndex) * 10) / 10);

/** Runs in the page, so all of it is in one function. */
function oneRun(): number {
  const runMs = 500;
  let strings = 0;
  let began = Date.now();
  while (Date.now() - began < runMs) {
    let text = '';
    for (let index = 0; index < 10_000; index++) text += 'a';
    // Never true: without it the loop could be left out.
    if (text.length === 1) throw new Error('The string is too short.');
    strings++;
  }
  const stringsPerSecond = (strings / (Date.now() - began)) * 1000;

  const odd = Array.from({ length: 100_000 }, (_, index) => index);
  const even = [...odd];
  let copies = 0;
  began = Date.now();
  // Asking for the time more often would be part of what is measured.
  while (copies % 10 !== 0 || Date.now() - began < runMs) {
    const source = copies % 2 === 0 ? even : odd;
    const target = copies % 2 === 0 ? odd : even;
    for (let index = 0; index < source.length; index++) target[index] = source[index] ?? 0;
    copies++;
  }
  const copiesPerSecond = (copies / (Date.now() - began)) * 1000;
  return (stringsPerSecond + copiesPerSecond) / 2 / 10;
}
