/** Tests that the accessibility check of most stories finds each kind of fault, in each theme and at each width. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { expect, test } from './fixtures';

const styles = `
  html.dark { background: #000; color: #fff; }
  html.light { background: #fff; color: #000; }
  .dark .pale-in-dark { color: #444; }
  .light .pale-in-light { color: #bbb; }
  .faint { opacity: 0.3; }
  .panel { background: rgb(119 119 119); color: rgb(140 140 140); }
  .wide { width: 500px; height: 10px; }
  @media (min-width: 601px) { .phone { display: none; } }
`;

/** Shows only this content, which is faster than a page of the product. Each page starts in the dark theme. */
async function show(page: Page, content: string): Promise<void> {
  await page.evaluate(
    ([css, main]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      document.documentElement.className = 'dark';
      document.documentElement.lang = 'en';
      document.title = 'A page';
      document.body.innerHTML = `<main><h1>A page</h1><p>Text</p>${main}</main>`;
    },
    [styles, content] as const,
  );
}

const faults: Record<string, { content: string; found: RegExp }> = {
  'a button without a name': { content: '<button></button>', found: /1280 wide.*button-name/s },
  'a button without a name on phones': { content: '<button class="phone"></button>', found: /390 wide.*button-name/s },
  'a list without items': { content: '<ul><p>No item</p></ul>', found: /1280 wide.*\blist\b/s },
  'a scrolling region the keyboard cannot reach, on phones': {
    content: '<div class="phone" style="height: 20px; overflow: auto"><p>One</p><p>Two</p><p>Three</p></div>',
    found: /390 wide.*scrollable-region-focusable/s,
  },
  'a pale text': { content: '<p class="pale-in-dark">Pale</p>', found: /1280 wide.*"color-contrast/s },
  'a pale text in the other theme': {
    content: '<p class="pale-in-light">Pale</p>',
    found: /1280 wide.*in the other theme: color-contrast/s,
  },
  'a pale text on phones': { content: '<p class="phone pale-in-dark">Pale</p>', found: /390 wide.*color-contrast/s },
  'a pale text on phones, in the other theme': {
    content: '<p class="phone pale-in-light">Pale</p>',
    found: /390 wide.*color-contrast/s,
  },
  'a faint text of a color that was read before': {
    content: '<p class="faint">Faint</p>',
    found: /1280 wide.*color-contrast/s,
  },
  'a text in a color close to its background': {
    content: '<div class="panel"><p>Hidden</p></div>',
    found: /1280 wide.*color-contrast/s,
  },
  'a part too wide for a phone': {
    content: '<div class="phone wide"></div>',
    found: /390 wide.*scrolls sideways by/s,
  },
};

test('each kind of fault is found, in each theme and at each width', async ({ page, server }) => {
  await page.goto(`${server.url}/robots.txt`);
  await show(page, '<p class="phone">More text</p>');
  await expectAccessible(page, 'no fault');
  expect(await page.evaluate(() => document.documentElement.className)).toBe('dark');
  for (const [name, { content, found }] of Object.entries(faults)) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await show(page, content);
    const error = await expectAccessible(page, name).then(
      () => 'nothing was found',
      ({ message }: Error) => message,
    );
    expect(error, name).toMatch(found);
  }
});
