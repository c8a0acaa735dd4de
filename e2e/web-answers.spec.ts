import { expectAccessible } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { webStories } from './web';

const test = webStories(({ search, site }) => {
  site.pages['/rates'] = '<title>Key rates</title><article><p>The deposit rate is 2.00%.</p></article>';
  search.serve({ url: `${site.origin}/rates`, title: 'Key rates', content: 'The deposit rate' });
  return {};
});

test('an answer shows its searches and read pages, also after a reload', async ({ page, web, product }) => {
  const { model, site } = web;
  const pageErrors = collectPageErrors(page, product);
  await signUp(page, product);
  const rates = site.pages['/rates'] as string;
  let release = () => {};
  site.pages['/rates'] = (_request, response) => {
    release = () => response.setHeader('content-type', 'text/html').end(rates);
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
  release();
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('The deposit rate is 2.00%');
  const fold = page.getByRole('button', { name: /^Read 1 page, cited 1 · \d+ s$/ });
  await fold.click();
  await expect(answer(page)).toContainText("Searching 'ECB deposit rate'");
  await expect(answer(page)).toContainText('Reading 127.0.0.1');
  await expectAccessible(page, 'the steps of an answer');
  expect(pageErrors).toEqual([]);
});
