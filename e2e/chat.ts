import { expect, type Page } from '@playwright/test';

/** The parts of the chat screen as a reader finds them. */
export const composer = (page: Page) => page.getByPlaceholder('Message qChat...');
export const messages = (page: Page) => page.getByRole('article');
export const answer = (page: Page) => messages(page).last();
export const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop generating' });

export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question);
  await composer(page).press('Enter');
  await expect(page.getByText(question, { exact: true }).last()).toBeVisible();
}

/** The answer is over: its question is stored, and nothing can be stopped any more. */
export async function untilOver(page: Page): Promise<void> {
  // A question that is still on its way cannot be stopped either.
  await expect(page.getByText('qChat is thinking')).toHaveCount(0, { timeout: 20_000 });
  await expect(stopButton(page)).toBeHidden({ timeout: 20_000 });
}
