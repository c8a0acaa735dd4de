import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half as large as `axe.source`, and every page that is checked has to parse it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules of axe that the page breaks, all of them or the named ones, each with the elements that break it. No page
 * of the product has frames, which would need the program in each.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = await page.evaluate((values) => {
    const { axe: program } = window as unknown as { axe: typeof axe };
    const runOnly = values && { runOnly: { type: 'rule' as const, values } };
    // Without it, axe describes every element of each rule that passes.
    return program.run({ resultTypes: ['violations'], ...runOnly });
  }, rules);
  return results.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}
