import { type PriceServer, startPriceServer } from '~/server/testing/fakes/price-server';
import { expectAccessible } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories } from './model-stories';

/** Stories about answers with portfolio figures. The model and the price provider are scripted servers. */
const test = modelStories.extend<{ prices: PriceServer }>({
  hasOwnServer: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
  prices: async ({}, use) => {
    const prices = await startPriceServer();
    prices.quotes.set('TSLA', { price: 250.1, time: Date.parse('2026-11-20T21:00:00Z') / 1000 });
    await use(prices);
    await prices.close();
  },
  settings: async ({ prices }, use) => use({ AI_API: 'chat', PRICE_PROVIDER: 'yahoo', PRICE_BASE_URL: prices.baseUrl }),
});

const lookUp = { toolCalls: [{ name: 'get_quote', input: { tickers: ['TSLA'] } }] };

test('a price in an answer is from the portfolio, with its time and source', async ({ page, model, product }) => {
  const pageErrors = collectPageErrors(page, product);
  await signUp(page, product);
  // The first lookup reads the price. A slow provider may respond too late for it, but not for the next one.
  model.queue(lookUp, { text: 'One moment.' });
  const api = `${product.url}/api/conversations`;
  const { id } = await (await page.request.post(api, { data: { title: 'Before' } })).json();
  expect((await page.request.post(`${api}/${id}/messages`, { data: { content: 'Tesla?' } })).status()).toBe(201);
  model.queue(lookUp, { text: ['Tesla trades at [[fi', 'g:1]] – [[fig', ':1]] a share.'], delayMs: 60 });
  await ask(page, 'Where is Tesla?');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('Tesla trades at $250.10 (as of 20 Nov 2026, 21:00 UTC, Yahoo Finance)');
  await expect(answer(page)).toContainText('– $250.10 a share.');
  await expect(answer(page)).toContainText('Not investment advice');
  await expect(answer(page)).not.toContainText('not confirmed');
  await answer(page)
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await expect(answer(page).getByText('Prices of 20 Nov 2026, 21:00 UTC, Yahoo Finance').last()).toBeVisible();
  const close = page.getByRole('button', { name: 'Close sources' });
  await close.click();
  await expect(close).toBeHidden();

  model.queue(lookUp, { text: 'Tesla trades at $999.' });
  await ask(page, 'And by your own memory?');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText(
    "The underlined figures don't come from our position data. Check them before you rely on them.",
  );
  await expectAccessible(page, 'unconfirmed figures');
  await page.reload();
  await expect(answer(page)).toContainText(
    "The underlined figures don't come from our position data. Check them before you rely on them.",
  );

  const second = { text: 'Tesla trades at [[fig:1]] now.', headersDelayMs: 1500 };
  model.queue(lookUp, { text: 'Tesla trades at $999 now.' }, second);
  await ask(page, 'Are you sure?');
  await expect(answer(page).getByText('Checking figures – correcting 1 figure')).toBeVisible();
  await expect(answer(page)).toContainText('Tesla trades at $999 now.');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('Tesla trades at $250.10');
  const note = answer(page).getByRole('button', { name: '1 figure was corrected' });
  await expect(answer(page).getByText('$999')).toBeHidden();
  await note.press('Enter');
  await expect(answer(page).getByText('$999')).toBeVisible();
  await expectAccessible(page, 'corrected-figures');
  expect(pageErrors).toEqual([]);
});
