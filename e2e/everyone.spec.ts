/** Tests the accessibility of every page: with assistive technology, keyboard or touch, at any size. */
import { type Browser, test as base, type Page } from '@playwright/test';
import { surplusWithLargeText } from './accessibility';
import { violations } from './axe';
import { compareWithBaseline } from './baseline';
import { expect } from './fixtures';
import { type Person, startWorld, type World, waitUntilSettled } from './world';

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
// Each story visits every page, so the stories of this file are split between workers.
test.describe.configure({ mode: 'parallel', timeout: 900_000 });

type Options = NonNullable<Parameters<World['openPageAs']>[2]>;

/** Returns the faults of all pages that this kind of user can open. */
async function everywhere(
  browser: Browser,
  world: World,
  who: Person,
  options: Options,
  check: (page: Page, name: string) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  const page = await world.openPageAs(browser, who, options);
  page.on('pageerror', ({ message }) => faults.push(`script error: ${message}`));
  for (const place of world.places.filter((place) => place.who === who)) {
    await page.goto(`${world.server.url}${place.path}`);
    // The pointer starts in the top left corner, where it would show the tooltip of the first button.
    await page.mouse.move(200, 0);
    await waitUntilSettled(page);
    faults.push(...(await check(page, place.name)).map((fault) => `${place.name}: ${fault}`));
  }
  await page.context().close();
  return faults;
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The narrowest window for tables, a tablet, and 1280 × 800 at 200% and 400% zoom. */
const narrower = [
  { width: 1024, height: 800 },
  { width: 768, height: 1024 },
  { width: 640, height: 400 },
  { width: 320, height: 256 },
];

/** Phones have no hover. */
const devices = { desktop: { width: 1280 }, phone: { width: 390, hasTouch: true, isMobile: true } };

for (const [device, { width, ...kind }] of Object.entries(devices)) {
  for (const who of ['visitor', 'member', 'admin'] as const) {
    test(`every page is accessible and looks as it did, ${who}, ${device}`, async ({ browser, world }, info) => {
      const viewport = { width, height: 1400 };
      const options = { theme: 'system', colorScheme: 'dark', viewport, ...kind } as const;
      const faults = await everywhere(browser, world, who, options, async (page, name) => {
        const found = await compareWithBaseline(page, `${name}-dark-${width}`, info);
        found.push(...(await movements(page)));
        found.push(...(await violations(page)));
        const headings = await page.getByRole('heading', { level: 1 }).count();
        if (headings !== 1) found.push(`${headings} headings of the first level`);
        if ((await widthOf(page)) > 0) found.push('scrolls sideways');
        await page.emulateMedia({ colorScheme: 'light' });
        await expect(page.locator('html')).toHaveClass(/\blight\b/);
        found.push(...(await compareWithBaseline(page, `${name}-light-${width}`, info)));
        // Only colors differ between the themes.
        found.push(...(await violations(page, ['color-contrast'])));
        if (device === 'phone') found.push(...(await smallTargets(page)), ...(await surplusOfLargeText(page)));
        else found.push(...(await beginning(page)), ...(await surplusWhenNarrower(page)));
        await page.emulateMedia({ colorScheme: 'dark' });
        return found;
      });
      expect(faults).toEqual([]);
    });
  }
}

/** Animations that run although all pages prefer reduced motion. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 1)
      .map((animation) => `moves for ${animation.effect?.getComputedTiming().activeDuration} ms`),
  );

/** Checks that a page has a title, and a skip link as its first tab stop. */
async function beginning(page: Page): Promise<string[]> {
  const found: string[] = [];
  const title = await page.title();
  if (!/qInsight/.test(title)) found.push(`is called "${title}"`);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  const first = await page.evaluate(() => document.activeElement?.textContent ?? '');
  // Pages that focus their only field don't need a skip link.
  if (first !== 'Skip to content' && !page.url().includes('/qchat')) found.push(`begins with "${first}"`);
  return found;
}

async function surplusWhenNarrower(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const viewport of narrower) {
    await page.setViewportSize(viewport);
    await waitUntilSettled(page);
    const surplus = await widthOf(page);
    if (surplus > 0) found.push(`${surplus} px too wide for ${viewport.width}`);
  }
  if (before) await page.setViewportSize(before);
  return found;
}

async function surplusOfLargeText(page: Page): Promise<string[]> {
  const surplus = await surplusWithLargeText(page);
  return surplus > 0 ? [`${surplus} px too wide with text at 200%`] : [];
}

/** Controls that are too small for touch. Links within text are as tall as their line, and a checkbox has its label. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, select, input, textarea, [role=tab], nav a, [role=separator]')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(
        (element) =>
          // Inert content is shown like an image; nothing in it is interactive.
          !element.matches(':disabled, [inert] *, [type=checkbox], [type=file], [type=radio]') &&
          element.getClientRects().length > 0,
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 39.5 || box.width < 39.5)
      .map(
        ({ element, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`,
      ),
  );

test('forced colors keep the focus, borders and selections visible', async ({ browser, world }) => {
  const page = await world.openPageAs(browser, 'member', {
    forcedColors: 'active',
    viewport: { width: 1280, height: 800 },
  });
  await page.goto(`${world.server.url}/settings`);
  await waitUntilSettled(page);
  const groundOf = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor);
  expect(await groundOf('Profile')).not.toBe(await groundOf('Password'));
  // The browser draws radio buttons and checkboxes, including their borders.
  const withoutEdge = await page
    .locator('main button:visible, main input:not([type=radio], [type=checkbox]):visible')
    .evaluateAll((all) =>
      all
        .filter((element) => getComputedStyle(element).borderTopStyle === 'none')
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  expect(withoutEdge).toEqual([]);
  await page.getByRole('tab', { name: 'Profile' }).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid');
  await page.context().close();
});

test('a message is aligned to the start side of its language', async ({ browser, world }) => {
  const page = await world.openPageAs(browser, 'member');
  await page.goto(`${world.server.url}/qchat`);
  const box = page.getByPlaceholder('Message qChat...');
  const directionOf = (text: string) =>
    page
      .getByText(text, { exact: true })
      .last()
      .evaluate((element) => getComputedStyle(element).direction);
  await box.fill('ما هي أسعار الفائدة؟');
  expect(await box.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await box.press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(() => directionOf('ما هي أسعار الفائدة؟')).toBe('rtl');
  await page.context().close();
});
