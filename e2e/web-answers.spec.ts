import { test as base } from '@playwright/test';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { accessibilityFaults } from './accessibility';
import { answer, ask, untilOver } from './chat';
import { expect, type RunningServer, signUp, startServer, watchForTrouble } from './fixtures';

interface Web {
  model: ModelServer;
  search: SearchServer;
  site: SiteServer;
}

/** Stories about answers from the live web: model, search provider and site are real servers of the story's own. */
const test = base.extend<{ web: Web; product: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  web: async ({}, use) => {
    const [model, search, site] = await Promise.all([startModelServer(), startSearchServer(), startSite()]);
    site.pages['/rates'] = '<title>Key rates</title><article><p>The deposit rate is 2.00%.</p></article>';
    search.serve({ url: `${site.origin}/rates`, title: 'Key rates', content: 'The deposit rate' });
    await use({ model, search, site });
    await Promise.all([model.close(), search.close(), site.close()]);
  },
  product: async ({ web }, use) => {
    const server = await startServer({
      AI_BASE_URL: web.model.baseUrl,
      AI_API_KEY: 'test',
      AI_MODEL: 'scripted',
      AI_API: 'chat',
      SEARXNG_URL: web.search.baseUrl,
      FETCH_ALLOW_PRIVATE: web.site.host,
    });
    await use(server);
    await server.dispose();
  },
});

for (const width of [1280, 390]) {
  test(`an answer shows what it searches and reads, also after a reload, at ${width}`, async ({
    page,
    web,
    product,
  }) => {
    const { model, site } = web;
    const trouble = watchForTrouble(page, product);
    await page.setViewportSize({ width, height: 900 });
    await signUp(page, product);
    const rates = site.pages['/rates'] as string;
    let letGo = () => {};
    site.pages['/rates'] = (_request, response) => {
      letGo = () => response.setHeader('content-type', 'text/html').end(rates);
    };
    model.queue(
      { toolCalls: [{ name: 'web_search', input: { query: 'ECB deposit rate' } }] },
      { toolCalls: [{ name: 'read_page', input: { url: `${site.origin}/rates` } }] },
      { text: `The deposit rate is 2.00% [[1]](${site.origin}/rates).` },
    );
    await expect(page.getByText('Live Search active')).toBeVisible();
    await ask(page, 'What is the deposit rate?');
    await expect(page.getByText('Reading 127.0.0.1')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Reading 127.0.0.1')).toBeVisible();
    letGo();
    await untilOver(page);
    await expect(answer(page)).toContainText('The deposit rate is 2.00%');
    const fold = page.getByRole('button', { name: /^Read 1 page, cited 1 · \d+ s$/ });
    await fold.click();
    await expect(answer(page)).toContainText("Searching 'ECB deposit rate'");
    await expect(answer(page)).toContainText('Reading 127.0.0.1');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });
}
