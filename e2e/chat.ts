import { expect, type Page } from '@playwright/test';

/** The parts of the chat screen, found as users find them. */
export const composer = (page: Page) => page.getByPlaceholder('Message qChat...');
export const messages = (page: Page) => page.getByRole('article');
export const answer = (page: Page) => messages(page).last();
export const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop generating' });

export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question);
  await composer(page).press('Enter');
  await expect(page.getByText(question, { exact: true }).last()).toBeVisible();
}

/** Waits until the question is stored and its answer has ended. */
export async function waitForAnswer(page: Page): Promise<void> {
  // There is no stop button while the question is being sent either.
  await expect(page.getByText('qChat is thinking')).toHaveCount(0, { timeout: 60_000 });
  await expect(stopButton(page)).toBeHidden({ timeout: 60_000 });
}
