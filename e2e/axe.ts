import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half the size of `axe.source`; every checked page has to parse it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Missing from the types of axe. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Color;
}

/**
 * Runs in the page. Axe parses an element's background color again for every text on it, which takes a third of the time
 * of its contrast check. Pages have few colors, so each is parsed once.
 */
function parseColorsOnce(): void {
  const { axe: program } = window as unknown as {
    axe: typeof axe & { commons: { color: { Color: { prototype: Color } } } };
  };
  // With `noHtml`, axe doesn't serialize elements; the few in violations are serialized below.
  program.configure({ noHtml: true });
  const { prototype } = program.commons.color.Color;
  const parse = prototype.parseString;
  const parsed = new Map<string, Omit<Color, 'parseString'>>();
  prototype.parseString = function parseOnce(text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    parse.call(this, text);
    const { r, g, b, alpha } = this;
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/**
 * The axe rules that the page violates, of all rules or the given ones, each with the elements that violate it. Pages of
 * the product have no frames, which would need axe in each.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const found = await page.evaluate(runAxe, rules);
  if (found) return found;
  await page.evaluate(source);
  await page.evaluate(parseColorsOnce);
  return (await page.evaluate(runAxe, rules)) ?? ['axe could not be loaded'];
}

/** Runs in the page. Returns nothing if axe has not been loaded yet. */
async function runAxe(values: string[] | undefined): Promise<string[] | undefined> {
  const { axe: program } = window as unknown as { axe?: typeof axe };
  if (!program) return undefined;
  const runOnly = values && { runOnly: { type: 'rule' as const, values } };
  // Otherwise axe describes every element of each rule that passes, and finds a selector for every element.
  const options = { resultTypes: ['violations' as const], selectors: false, elementRef: true };
  const results = await program.run({ ...options, ...runOnly });
  const describe = ({ element }: axe.NodeResult) => element?.outerHTML.slice(0, 300);
  return results.violations.map(({ id, nodes }) => `${id} ${nodes.map(describe).join(' ')}`);
}
