/** Shared steps of the settings stories. */
import type { Page } from '@playwright/test';
import { expect, signUp } from './fixtures';

/** Signs in a new user and opens the settings page. */
export async function openSettings(page: Page, server: { url: string }, tab?: string) {
  const who = await signUp(page, server, `/settings${tab ? `?tab=${tab}` : ''}`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  return who;
}

/** Signs the same user in to another browser, and opens the chat, which connects a socket. */
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
