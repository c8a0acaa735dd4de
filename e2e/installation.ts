/** The fixtures of portfolio stories: a server with prices, an administrator, a member, and pages that report errors. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { PriceServer } from '~/server/testing/fakes/price-server';
import { founder, newEmail, registerIn, signInAs, startServerWithAdmin } from './admin';
import { collectPageErrors } from './fixtures';
import { startMarket } from './market';
import { test as base } from './pages';

export { expect };

export type Installation = Awaited<ReturnType<typeof startServerWithAdmin>> & { market: PriceServer };

export async function startInstallation(browser: Browser): Promise<Installation> {
  const market = await startMarket();
  const server = await startServerWithAdmin(browser, {
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

/** The portfolio is empty at the start of each story; prices are shared. */
export const test = base.extend<Fixtures & { emptied: undefined }, { installation: Installation }>({
  installation: [
    async ({ browser }, use) => {
      const installation = await startInstallation(browser);
      await use(installation);
      await installation.dispose();
    },
    { scope: 'worker' },
  ],
  emptied: [
    async ({ installation, playwright }, use) => {
      const request = await playwright.request.newContext();
      await signInAs({ request }, installation, founder);
      await emptyBook({ request }, installation);
      await request.dispose();
      await use(undefined);
    },
    { auto: true },
  ],
  admin: async ({ openPage, installation }, use) => {
    const page = await openPage();
    await signInAs(page, installation, founder);
    await useGuarded(page, installation, use);
  },
  member: async ({ openPage, installation }, use) => {
    const page = await openPage();
    await registerIn(page.context(), installation, newEmail('member'));
    await useGuarded(page, installation, use);
  },
  visitor: async ({ openPage, installation }, use) => useGuarded(await openPage(), installation, use),
});

async function useGuarded(page: Page, installation: Installation, use: (page: Page) => Promise<void>) {
  const pageErrors = collectPageErrors(page, installation);
  await use(page);
  expect(pageErrors).toEqual([]);
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

async function emptyBook(page: Pick<Page, 'request'>, installation: Installation) {
  const { open, closed } = await book(page, installation);
  for (const { id } of [...open, ...closed]) await page.request.delete(`${installation.url}/api/positions/${id}`);
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
  const response = await page.request.post(`${url}/api/positions`, { data });
  if (!response.ok()) throw new Error(`${position.name} could not be added: ${await response.text()}`);
  return response.json();
}

/** Waits for prices, which are read in the background. */
export async function waitForPrices(page: Page, installation: Installation) {
  await expect
    .poll(async () => (await book(page, installation)).open.every(({ latestPrice }) => latestPrice))
    .toBe(true);
}

export const openTable = (page: Page) => page.getByRole('table', { name: 'Open Positions' });
export const closedTable = (page: Page) => page.getByRole('table', { name: 'Closed Positions' });
export const names = (page: Page) => openTable(page).getByRole('rowheader').allTextContents();
/** Expects a toast with this title and text. */
export async function expectToast(page: Page, title: string, words: string) {
  const toast = page.locator('section[popover]');
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(words, { exact: true })).toBeVisible();
}
