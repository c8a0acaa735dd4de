/**
 * An installation with data, for stories about every page: sample positions with prices, an administrator, a member with
 * a conversation, and visitors. The pages come from src/shared/pages.ts, so that new ones are included automatically.
 */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { pagePaths, publicPaths } from '~/shared/pages';
import { expect, type RunningServer, startServer } from './fixtures';
import { startMarket } from './market';

export type Person = 'visitor' | 'member' | 'admin';
export interface PageVisit {
  /** Usable as a file name. */
  name: string;
  path: string;
  who: Person;
}

export interface World {
  server: RunningServer;
  places: PageVisit[];
  close(): Promise<void>;
  /** Opens a page on which that user is signed in. */
  openPageAs(
    browser: Browser,
    who: Person,
    options?: BrowserContextOptions & { theme?: 'dark' | 'light' | 'system' },
  ): Promise<Page>;
}

/** Pages that need no session. */
const visitorPaths: string[] = ['/auth', '/forgot-password', '/reset-password', '/invitation', '/track-record'];

const password = 'correct horse';
const setupToken = 'open sesame';
const emails = { admin: 'grace@example.com', member: 'ada@example.com' };
const question = 'What can you do?';

export async function startWorld(): Promise<World> {
  const market = await startMarket();
  const server = await startServer({
    SETUP_ADMIN_EMAIL: emails.admin,
    SETUP_TOKEN: setupToken,
    PRICE_PROVIDER: 'yahoo',
    PRICE_BASE_URL: market.baseUrl,
    BENCHMARKS: 'QQQ',
  });
  const cookies: Partial<Record<Person, string>> = {};
  async function call(who: Person, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${server.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(cookies[who] && { cookie: cookies[who] }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie) cookies[who] = cookie;
    return (await response.json()) as Record<string, unknown>;
  }
  await call('admin', '/register', { email: emails.admin, password, firstName: 'Grace', lastName: 'Hopper' });
  await call('member', '/register', { email: emails.member, password, firstName: 'Ada', lastName: 'Lovelace' });
  await call('admin', '/admin/setup-production', { seedPositions: true, token: setupToken });
  // The first request of the portfolio starts reading its prices and their history in the background.
  await expect
    .poll(async () => ((await call('admin', '/positions/performance')).points as unknown[]).length)
    .toBeGreaterThan(0);
  const { id } = await call('member', '/conversations', { title: question });
  await call('member', `/conversations/${id}/messages`, { content: question });

  const member = pagePaths.filter((path) => !visitorPaths.includes(path));
  const places: PageVisit[] = [
    ...[...publicPaths, ...visitorPaths, '/nowhere'].map((path) => ({ path, who: 'visitor' as const })),
    ...member.map((path) => ({ path, who: 'member' as const })),
    ...[`/qchat?c=${id}`, '/settings?tab=password'].map((path) => ({ path, who: 'member' as const })),
    ...[...member.filter((path) => !['/qchat', '/settings'].includes(path)), '/settings?tab=admin'].map((path) => ({
      path,
      who: 'admin' as const,
    })),
  ].map((place) => ({ ...place, name: nameOf(place) }));

  return {
    server,
    places,
    async close() {
      await server.kill();
      await (server as Awaited<ReturnType<typeof startServer>>).dispose();
      await market.close();
    },
    async openPageAs(browser, who, { theme = 'dark', ...options } = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      const [name, ...value] = (cookies[who] ?? '').split('=');
      if (name) await context.addCookies([{ name, value: value.join('='), url: server.url }]);
      return context.newPage();
    },
  };
}

function nameOf({ path, who }: { path: string; who: Person }): string {
  const place = path
    .replace(/\?c=.*/, '-conversation')
    .replace('?tab=', '-')
    .replaceAll('/', ' ')
    .trim();
  return `${place || 'home'} as ${who}`.replaceAll(' ', '-');
}

/** Waits until everything on the page has loaded. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main [aria-busy=true], main [role=status][aria-label^=Loading]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Parts that are loaded late only request their data now.
  const snapshot = () => page.getByRole('main').evaluate((main) => `${main.textContent} ${main.scrollHeight}`);
  for (let [before, now] = ['', await snapshot()]; before !== now; ) {
    await page.waitForTimeout(300);
    await page.waitForLoadState('networkidle');
    [before, now] = [now, await snapshot()];
  }
}
