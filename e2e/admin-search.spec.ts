import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { expectAccessible } from './accessibility';
import { founder, signInAs, startServerWithAdmin } from './admin';
import { answer, ask, waitForAnswer } from './chat';
import { test as base, collectPageErrors, expect, type RunningServer } from './fixtures';

interface World {
  server: RunningServer;
  model: ModelServer;
  brave: SearchServer;
  searxng: SearchServer;
}

/** Providers with a key have a fixed URL, so the server is redirected to a scripted one. */
const insteadOfBrave = (baseUrl: string): string => {
  const source = `const real = globalThis.fetch;
    globalThis.fetch = (url, init) =>
      real(url instanceof Request ? url : String(url).replace('https://api.search.brave.com', '${baseUrl}'), init);`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
};

const test = base.extend<{ world: World }>({
  world: async ({ browser }, use) => {
    const [model, brave, searxng] = await Promise.all([startModelServer(), startSearchServer(), startSearchServer()]);
    const server = await startServerWithAdmin(browser, {
      env: { AI_BASE_URL: model.baseUrl, AI_API_KEY: 'test', AI_MODEL: 'scripted', AI_API: 'chat' },
      program: ['--import', insteadOfBrave(brave.baseUrl), 'dist/server/main.js'],
    });
    await use({ server, model, brave, searxng });
    await server.dispose();
    await Promise.all([model.close(), brave.close(), searxng.close()]);
  },
});

const found = {
  type: 'search',
  web: { results: [{ url: 'https://www.ecb.example/rates', title: 'Key rates', description: 'The deposit rate' }] },
};
const key = 'brave-key-1';

test('administrators add, test and order search providers', async ({ page, world }) => {
  const { server, model, brave, searxng } = world;
  const pageErrors = collectPageErrors(page, server);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, server, founder);
  await page.goto(`${server.url}/settings?tab=admin`);
  await page.getByRole('tab', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No search providers')).toBeVisible();
  await expectAccessible(page, 'search, no provider');

  // Add a provider with a key.
  const dialog = page.getByRole('dialog', { name: 'Add search provider' });
  await page.getByRole('button', { name: 'Add Provider' }).click();
  await dialog.getByLabel('Provider', { exact: true }).selectOption('Brave Search');
  await dialog.getByRole('button', { name: 'Add Provider' }).click();
  await expect(dialog.getByText('Enter the API key.')).toBeVisible();
  await expectAccessible(page, 'search, a key is missing');
  await dialog.getByLabel('API key', { exact: true }).fill(key);
  await dialog.getByRole('button', { name: 'Add Provider' }).click();
  await expect(dialog).toBeHidden();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row('Brave Search')).toContainText('with a key');

  // Test it, with and without success.
  const tryBrave = page.getByRole('button', { name: 'Test Brave Search' });
  brave.answer = found;
  await tryBrave.click();
  await expect(row('Brave Search').getByRole('status')).toContainText('Key rates – https://www.ecb.example/rates');
  expect(brave.requests[0]?.headers['x-subscription-token']).toBe(key);
  await expectAccessible(page, 'search, a test');
  brave.answer = (response: { writeHead(status: number): { end(): void } }) => response.writeHead(401).end();
  await tryBrave.click();
  const rejected = 'The provider rejected the key, or the account has no credit left.';
  await expect(row('Brave Search').getByRole('status')).toHaveText(rejected);
  await expectAccessible(page, 'search, a failed test');

  // Add a second one and change the order.
  await page.getByRole('button', { name: 'Add Provider' }).click();
  await dialog.getByLabel('Provider', { exact: true }).selectOption('SearXNG');
  await dialog.getByLabel('Address').fill(searxng.baseUrl);
  await dialog.getByRole('button', { name: 'Add Provider' }).click();
  await expect(dialog).toBeHidden();
  const names = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Test / }) });
  await expect(names).toHaveText([/^Brave Search/, /^SearXNG/]);
  await page.getByRole('button', { name: 'Move SearXNG up' }).click();
  await expect(names).toHaveText([/^SearXNG/, /^Brave Search/]);
  await page.getByRole('button', { name: 'Move Brave Search up' }).click();
  await expect(names).toHaveText([/^Brave Search/, /^SearXNG/]);
  await page.getByLabel('Language', { exact: true }).fill('deutsch');
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('de');
  await page.getByLabel('Region', { exact: true }).fill('DE');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Search settings saved')).toBeVisible();
  await expectAccessible(page, 'search, two providers');

  // If the first one fails, the second one is used.
  searxng.serve({ url: 'https://www.ecb.example/rates', title: 'Key rates', content: 'The deposit rate' });
  const before = brave.requests.length;
  model.queue({ toolCalls: [{ name: 'web_search', input: { query: 'deposit rate' } }] }, { text: 'I found a page.' });
  await page.goto(`${server.url}/qchat`);
  await expect(page.getByText('Live Search active')).toBeVisible();
  await ask(page, 'What is the deposit rate?');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('I found a page.');
  expect(brave.requests.slice(before).map(({ parameters }) => parameters)).toMatchObject([
    { q: 'deposit rate', search_lang: 'de', country: 'DE' },
  ]);
  expect(searxng.requests.map(({ parameters }) => [parameters.q, parameters.language])).toEqual([
    ['deposit rate', 'de-DE'],
  ]);

  // Without a provider, the composer shows that there is no web search.
  await page.goto(`${server.url}/settings?tab=admin`);
  await page.getByRole('tab', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Brave Search' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Brave Search' });
  await expect(editing.getByText('A key is stored. Leave this empty to keep it.')).toBeVisible();
  await editing.getByText('Enabled', { exact: true }).click();
  await editing.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row('Brave Search')).toContainText('Disabled');
  await page.getByRole('button', { name: 'Remove SearXNG' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(names).toHaveText([/^Brave Search/]);
  await page.goto(`${server.url}/qchat`);
  await expect(page.getByText(/^No live search/)).toBeVisible();
  expect(pageErrors).toEqual([]);
});
