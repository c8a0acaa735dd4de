import { expect, test } from './fixtures';
import { Pages } from './pages';

test('a reused page is like a new one, or is replaced if it cannot be reset', async ({ browser, server }) => {
  const pages = new Pages(browser);
  const looks = { viewport: { width: 1280, height: 800 } };
  const first = await pages.open('any', looks);
  const { page } = first;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/robots.txt', (route) => route.fulfill({ contentType: 'text/plain', body: 'Replaced' }));
  await page.goto(`${server.url}/auth`);
  await page.context().addCookies([{ name: 'left', value: 'behind', url: server.url }]);
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('left behind');
      request.onerror = reject;
      request.onsuccess = resolve;
    });
    // Data that is written while a page closes is deleted as well.
    addEventListener('pagehide', () => localStorage.setItem('last', 'words'));
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await page.context().newPage();
  await pages.release(first);

  const second = await pages.open('any', looks);
  expect(second.page).toBe(page);
  expect(page.context().pages()).toEqual([page]);
  expect(page.viewportSize()).toEqual(looks.viewport);
  asked.length = 0;
  const response = await page.goto(`${server.url}/robots.txt`);
  expect(await response?.text()).not.toBe('Replaced');
  expect(asked).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  const found = await page.evaluate(async () => ({
    stored: localStorage.length + sessionStorage.length + (await indexedDB.databases()).length,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isPrint: matchMedia('print').matches,
  }));
  expect(found).toEqual({ stored: 0, isDark: false, isPrint: false });

  // Init scripts can't be removed from a page.
  await page.addInitScript(() => {});
  await pages.release(second);
  expect(page.isClosed()).toBe(true);
  await pages.close();
});
