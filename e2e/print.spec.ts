import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { limits } from '~/shared/limits';
import { answer, ask, waitForAnswer } from './chat';
import { expect, signUp, test } from './fixtures';

test('a conversation is printed completely and in the light theme, without controls', async ({
  guardedPage: page,
  server,
}) => {
  await signUp(page, server);
  await ask(page, 'What can you do?');
  await expect(answer(page)).toContainText('No AI model is connected');
  await waitForAnswer(page);
  await expect(page.locator('html')).toHaveClass(/dark/);
  const pdf = await page.pdf({ format: 'A6' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  if (process.env.LOOKS_FOLDER) await writeFile(`${process.env.LOOKS_FOLDER}/print.pdf`, pdf);
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(totalPages).toBeGreaterThan(1);
  for (const shown of ['What can you do?', 'No AI model is connected']) expect(text).toContain(shown);
  for (const hidden of ['CONVERSATIONS', 'New Chat', 'Press Enter to send']) expect(text).not.toContain(hidden);
});

/** Imports a conversation with these questions, because asking them takes a minute. Returns its id. */
async function importQuestions(page: Page, serverUrl: string, questions: readonly string[]): Promise<string> {
  const call = async <Body>(method: 'get' | 'post', path: string, data?: object): Promise<Body> => {
    const response = await page.request[method](`${serverUrl}/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as Body;
  };
  const messages = questions.flatMap((content, index) => [
    { id: `question ${index}`, role: 'user', content },
    { id: `answer ${index}`, role: 'assistant', content: `Answer ${index}.` },
  ]);
  // The format of Open WebUI.
  const bytes = Buffer.from(JSON.stringify([{ id: 'notes', title: 'Notes', chat: { messages } }]));
  const file = { fileName: 'notes.json', size: bytes.length };
  const created = await call<{ import: { id: string }; upload: { uploadURL: string } }>('post', '/imports', file);
  const { id } = created.import;
  await page.request.put(new URL(created.upload.uploadURL, serverUrl).href, { data: bytes });
  const state = async () => (await call<{ state: string }>('get', `/imports/${id}`)).state;
  await call('post', `/imports/${id}/read`);
  await expect.poll(state).toBe('ready');
  await call('post', `/imports/${id}/run`);
  await expect.poll(state).toBe('done');
  const [conversation] = await call<{ id: string }[]>('get', '/conversations');
  return conversation?.id ?? '';
}

test('a printed long conversation states that its earlier messages are missing', async ({ page, server }) => {
  await signUp(page, server);
  const questions = Array.from({ length: limits.messagesPerPage / 2 + 1 }, (_, number) => `Question ${number}?`);
  const id = await importQuestions(page, server.url, questions);
  await page.goto(`${server.url}/qchat?c=${id}`);
  await expect(page.getByText(questions.at(-1) as string)).toBeVisible();
  await answer(page).hover();
  await page.mouse.wheel(0, -600);
  await expect(page.getByText('Jump to newest')).toBeVisible();
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(text).toContain('Earlier messages are not printed.');
  expect(text).toContain('Question 1?');
  for (const hidden of ['Question 0?', 'Jump to newest']) expect(text).not.toContain(hidden);
});

test('a public page is printed with dark text', async ({ guardedPage: page, server }) => {
  await page.goto(`${server.url}/privacy`);
  await expect(page.locator('html')).toHaveClass(/dark/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).not.toHaveCSS('color', 'rgb(27, 26, 23)');
  await page.emulateMedia({ media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(27, 26, 23)');
});
