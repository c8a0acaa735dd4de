/** What the stories of the settings begin with. */
import type { Page } from '@playwright/test';
import { expect, signUp } from './fixtures';

/** A new person on the settings page. */
export async function openSettings(page: Page, server: { url: string }, tab?: string) {
  const who = await signUp(page, server, `/settings${tab ? `?tab=${tab}` : ''}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return who;
}

/** The same person in another browser, in the chat, where a socket is open. */
export async function secondBrowser(
  openPage: () => Promise<Page>,
  server: { url: string },
  { email, password }: { email: string; password: string },
): Promise<Page> {
  const page = await openPage();
  await page.request.post(`${server.url}/api/login`, { data: { email, password } });
  const socket = page.waitForEvent('websocket');
  await page.goto(`${server.url}/qchat`);
  await socket;
  return page;
}

/** Holds one call's answer back, so that the button's text during the call can be read. */
export async function slowly(page: Page, procedure: string): Promise<void> {
  await page.route(`**/trpc/${procedure}**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
}
