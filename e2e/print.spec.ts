import { writeFile } from 'node:fs/promises';
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

test('a long conversation says on paper that its earlier messages are missing', async ({ page, server }) => {
  await signUp(page, server);
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`${server.url}/api${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as { id: string };
  };
  const { id } = await post('/conversations', { title: 'Notes' });
  const questions = Array.from({ length: limits.messagesPerPage / 2 + 1 }, (_, number) => `Question ${number}?`);
  for (const content of questions) await post(`/conversations/${id}/messages`, { content });
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
