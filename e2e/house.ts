/** The house of the book's stories: a market, an administrator, a member, and pages that tell of any trouble. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { PriceServer } from '~/server/testing/fakes/price-server';
import { founder, newEmail, registerIn, signInAs, startHouse } from './admin';
import { watchForTrouble } from './fixtures';
import { startMarket } from './market';
import { test as base } from './pages';

export { expect };

export type House = Awaited<ReturnType<typeof startHouse>> & { market: PriceServer };

export async function openHouse(browser: Browser): Promise<House> {
  const market = await startMarket();
  const server = await startHouse(browser, {
    env: { PRICE_PROVIDER: 'yahoo', PRICE_BASE_URL: market.baseUrl, BENCHMARKS: 'QQQ' },
  });
  const dispose = async () => {
    await server.dispose();
    await market.close();
  };
  return { ...server, market, dispose };
}

interface Fixtures {
  admin: Page;
  member: Page;
  visitor: Page;
}

/** The book is empty at the start of every story; the market is the same for all of them. */
export const test = base.extend<Fixtures & { emptied: undefined }, { house: House }>({
  house: [
    async ({ browser }, use) => {
      const house = await openHouse(browser);
      await use(house);
      await house.dispose();
    },
    { scope: 'worker' },
  ],
  emptied: [
    async ({ house, playwright }, use) => {
      const request = await playwright.request.newContext();
      await signInAs({ request }, house, founder);
      await emptyBook({ request }, house);
      await request.dispose();
      await use(undefined);
    },
    { auto: true },
  ],
  admin: async ({ openPage, house }, use) => {
    const page = await openPage();
    await signInAs(page, house, founder);
    await useWithoutTrouble(page, house, use);
  },
  member: async ({ openPage, house }, use) => {
    const page = await openPage();
    await registerIn(page.context(), house, newEmail('member'));
    await useWithoutTrouble(page, house, use);
  },
  visitor: async ({ openPage, house }, use) => useWithoutTrouble(await openPage(), house, use),
});

async function useWithoutTrouble(page: Page, house: House, use: (page: Page) => Promise<void>) {
  const trouble = watchForTrouble(page, house);
  await use(page);
  expect(trouble).toEqual([]);
}

interface Listed {
  id: string;
  name: string;
  latestPrice?: string;
}

export async function book(
  page: Pick<Page, 'request'>,
  { url }: { url: string },
): Promise<{ open: Listed[]; closed: Listed[] }> {
  return (await page.request.get(`${url}/api/positions`)).json();
}

async function emptyBook(page: Pick<Page, 'request'>, house: House) {
  const { open, closed } = await book(page, house);
  for (const { id } of [...open, ...closed]) await page.request.delete(`${house.url}/api/positions/${id}`);
}

export interface NewPosition {
  name: string;
  ticker: string;
  avgEntryPrice: string;
  purchaseDate: string;
}

export const tesla: NewPosition = {
  name: 'Tesla',
  ticker: 'TSLA',
  avgEntryPrice: '180.25',
  purchaseDate: '2023-05-15',
};
export const baba: NewPosition = {
  name: 'Alibaba',
  ticker: 'BABA',
  avgEntryPrice: '84.60',
  purchaseDate: '2023-06-12',
};

export async function addPosition(page: Page, { url }: { url: string }, position: NewPosition): Promise<Listed> {
  const data = { ...position, purchaseDate: `${position.purchaseDate}T00:00:00.000Z` };
  const answer = await page.request.post(`${url}/api/positions`, { data });
  if (!answer.ok()) throw new Error(`${position.name} could not be added: ${await answer.text()}`);
  return answer.json();
}

/** Prices are read in the background; stories about figures begin when they are there. */
export async function untilPriced(page: Page, house: House) {
  await expect
    .poll(async () => (await book(page, house)).open.every(({ latestPrice }) => latestPrice), { timeout: 20_000 })
    .toBe(true);
}

export const openTable = (page: Page) => page.getByRole('table', { name: 'Open Positions' });
export const closedTable = (page: Page) => page.getByRole('table', { name: 'Closed Positions' });
export const names = (page: Page) => openTable(page).getByRole('rowheader').allTextContents();
/** The toast, whose title and words stand together. Above a dialog it lies in the browser's top layer. */
export async function toasted(page: Page, title: string, words: string) {
  const toast = page.locator('section[popover]');
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(words, { exact: true })).toBeVisible();
}
