import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { answer, ask, messages, stopButton, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories } from './model-stories';

/** Stories about web sources: the model cites pages of a scripted site, which the server reads after the answer. */
const test = modelStories.extend<{ site: SiteServer }>({
  hasOwnServer: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.close();
  },
  settings: async ({ site }, use) => use({ AI_API: 'responses', FETCH_ALLOW_PRIVATE: site.host }),
});

// The sources panel scrolls smoothly to the cited source, so motion is needed.
test.use({ reducedMotion: 'no-preference' });

const page1 = `<title>Key rates</title><meta property="article:published_time" content="2025-10-30">
  <article><h1>Key rates</h1><p>The Governing Council met in Florence.</p>
  <p>The ECB left its deposit rate at 2.00 % on 30 October 2025. Inflation was 2.1 % in October 2025.</p></article>`;

/** The links of the answer with their offsets, as providers with hosted search report them. */
function cited(text: string) {
  return Array.from(text.matchAll(/\[\[\d\]\]\(([^)]+)\)/g), ({ 0: mark, 1: url = '', index }) => ({
    url,
    start: index,
    end: index + mark.length,
  }));
}

test('sources are read after the answer, show their content, and open safely', async ({
  page,
  model,
  site,
  product,
}) => {
  const pageErrors = collectPageErrors(page, product);
  await page.setViewportSize({ width: 1280, height: 900 });
  site.pages['/rates'] = page1;
  const [rates, gone] = [`${site.origin}/rates`, `${site.origin}/gone`];
  const text = [
    `Inflation was 2.1 % in October 2025.[[1]](${rates}) On 30 October 2025 the ECB kept its deposit rate at 2.00%.[[1]](${rates})`,
    `It expects 1.7 % in 2026.[[1]](${rates}) Markets agree with 3 %.[[2]](${gone})`,
    `Inflation was 2.1 % in October 2025 and 2.2 % before.[[1]](${rates})`,
  ].join('\n\n');
  model.queue({ text, searches: ['web_search'], citations: cited(text) });
  await signUp(page, product);
  await ask(page, 'What did the ECB decide?');
  await waitForAnswer(page);
  const verdicts = [
    'Verified quote',
    'Figures found',
    'Partly confirmed',
    'Not found on the page',
    "Couldn't read the page",
  ];
  for (const verdict of verdicts)
    await expect(
      answer(page)
        .getByRole('button', { name: new RegExp(`Source \\d: .*${verdict}`) })
        .first(),
    ).toBeVisible();
  // Each number has a card with the passage of its source.
  const card = page.locator('[popover][aria-hidden]:popover-open');
  await answer(page)
    .getByRole('button', { name: /^Source 1: .*Figures found/ })
    .hover();
  await expect(card.getByText('Key rates', { exact: true })).toBeVisible();
  await expect(card).toContainText('Oct 30, 2025');
  await expect(card).toContainText('The ECB left its deposit rate at 2.00 % on 30 October 2025.');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  const printed = answer(page).locator('[data-print-only]');
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(printed).toBeVisible();
  await expect(printed.locator('li').first()).toHaveAttribute('data-line', new RegExp(`^.1. Key rates, .*${rates}$`));
  await expect(answer(page).getByRole('list', { name: 'Sources' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // One page was read; the other one failed.
  await answer(page).getByRole('button', { name: 'Live Search(1): show sources' }).click();
  const panel = page.getByRole('region', { name: 'Sources' });
  await expect(panel).toBeVisible();
  // The answer prints its sources itself.
  await page.emulateMedia({ media: 'print' });
  await expect(panel).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  const item = panel.getByRole('listitem').first();
  await expect(item).toContainText('Oct 30, 2025');
  await expect(item.getByText('Not in the source: 1.7 %, 2026')).toBeVisible();
  const passage = item.locator('blockquote', { hasText: 'The Governing Council met in Florence.' }).first();
  await expect(passage.locator('mark')).toHaveText('Inflation was 2.1 % in October 2025.');
  const live = item.getByRole('link', { name: 'Open live page' }).first();
  await expect(live).toHaveAttribute('href', `${rates}#:~:text=Inflation%20was%202.1%20%25%20in%20October%202025.`);
  await expect(live).toHaveAttribute('rel', /noopener/);
  await expect(live).toHaveAttribute('target', '_blank');
  await expect(panel.getByText('The page no longer exists.')).toBeVisible();
  await item.getByRole('button', { name: /It expects 1.7 % in 2026/ }).click();
  await expect(
    answer(page)
      .getByRole('button', { name: /Not found on the page/ })
      .first(),
  ).toBeFocused();

  await page.reload();
  await page.getByRole('button', { name: /^Read 2 pages, cited 1 · \d+ s$/ }).click();
  await expect(answer(page)).toContainText("Searching 'query 0'");
  await expect(
    answer(page)
      .getByRole('button', { name: /Source 1: Key rates. Verified quote/ })
      .first(),
  ).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await answer(page)
    .getByRole('button', { name: /Live Search\(1\)/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Sources' });
  await expect(sheet.getByText('Key rates').first()).toBeVisible();
  await sheet.getByRole('button', { name: /It expects 1.7 % in 2026/ }).click();
  await expect(sheet).toBeHidden();
  await expect(
    answer(page)
      .getByRole('button', { name: /Not found on the page/ })
      .first(),
  ).toBeFocused();
  expect(pageErrors).toEqual([]);
});

test('Escape in the sources closes only them, not the running answer', async ({ page, model, site, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  site.pages['/rates'] = page1;
  const text = `Inflation was 2.1 % in October 2025.[[1]](${site.origin}/rates)`;
  model.queue({ text, searches: ['web_search'], citations: cited(text) });
  await signUp(page, product);
  await ask(page, 'How high was inflation?');
  await waitForAnswer(page);
  model.queue({ text: ['Slow ', 'words ', 'to ', 'the ', 'end.'], pauseAfterTokens: 2 });
  await ask(page, 'And now?');
  await expect(answer(page)).toContainText('Slow words');
  await messages(page)
    .nth(1)
    .getByRole('button', { name: /^Source 1: / })
    .first()
    .click();
  const panel = page.getByRole('region', { name: 'Sources' });
  await expect(panel.getByRole('listitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(stopButton(page)).toBeVisible();
  // Shortcuts are loaded when the page is idle, which takes longer on a busy machine.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(stopButton(page)).toBeHidden({ timeout: 2000 });
  }).toPass();
  await expect(answer(page)).toContainText('Stopped');
});
