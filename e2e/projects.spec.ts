import type { Locator, Page } from '@playwright/test';
import { expectAccessibleAtOneWidth } from './accessibility';
import { answer, ask, composer, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories as test } from './model-stories';

const panel = (page: Page) => page.getByRole('navigation', { name: 'Conversations', exact: true });
const rowOf = (page: Page, title: string) => panel(page).getByRole('listitem').filter({ hasText: title });
const project = (page: Page) =>
  panel(page)
    .getByRole('region', { name: 'Projects' })
    .getByRole('button', { name: /^Board papers/ });

/** Opens the conversations, which are in a drawer on narrow screens. */
async function openPanel(page: Page, width: number): Promise<void> {
  if (width > 600 || (await panel(page).isVisible())) return;
  // By keyboard, because a toast covers the button and would stay while the pointer is on it.
  await page.getByRole('button', { name: 'Open conversations' }).press('Enter');
  await expect(panel(page)).toBeVisible();
}

async function move(page: Page, title: string, target: string): Promise<Locator> {
  await rowOf(page, title).hover();
  await panel(page)
    .getByRole('button', { name: `More actions for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Move to project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move conversation' });
  await dialog.getByLabel('Project').selectOption(target);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toBeHidden();
  return page
    .getByRole('status')
    .filter({ hasText: 'Conversation moved' })
    .getByRole('button', { name: 'Undo' })
    .last();
}

for (const width of [1280, 390]) {
  test(`a project groups its conversations and gives them instructions, ${width} wide`, async ({
    page,
    product,
    model,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const pageErrors = collectPageErrors(page, product);
    await signUp(page, product);
    await ask(page, 'Will rates fall?');
    await waitForAnswer(page);
    await expect(page).toHaveURL(/\?c=/);

    await openPanel(page, width);
    await panel(page).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByLabel('Name').fill('Board papers');
    await dialog.getByLabel('Instructions').fill('Write for the board, in short sentences.');
    await expectAccessibleAtOneWidth(page, 'project dialog');
    await dialog.getByRole('button', { name: 'Create Project' }).click();
    await expect(panel(page).getByRole('heading', { name: 'Board papers' })).toBeVisible();
    await expect(panel(page).getByText('This project is empty.')).toBeVisible();
    await expectAccessibleAtOneWidth(page, 'project empty');

    await panel(page).getByRole('button', { name: 'New Chat' }).click();
    await expect(page.getByRole('main').getByText('Board papers')).toBeVisible();
    await expect(composer(page)).toBeVisible();
    await ask(page, 'And the dollar?');
    await waitForAnswer(page);
    await expect(answer(page)).toBeVisible();
    const sent = model.requests.map(({ body }) => JSON.stringify(body));
    expect(sent.filter((body) => body.includes('And the dollar?')).join()).toContain('Write for the board');
    expect(sent.filter((body) => !body.includes('And the dollar?')).join()).not.toContain('Write for the board');

    await page.reload();
    await expect(answer(page)).toBeVisible();
    await openPanel(page, width);
    await expect(rowOf(page, 'And the dollar?')).toBeVisible();
    await expectAccessibleAtOneWidth(page, 'project');
    await panel(page).getByRole('button', { name: 'Back to conversations' }).click();
    await expect(project(page)).toContainText('1 conversation');
    await expectAccessibleAtOneWidth(page, 'projects');

    await (await move(page, 'Will rates fall?', 'Board papers')).click();
    await openPanel(page, width);
    await expect(project(page)).toContainText('1 conversation');
    await expect(rowOf(page, 'Will rates fall?')).toBeVisible();
    await move(page, 'Will rates fall?', 'Board papers');
    await openPanel(page, width);
    await expect(rowOf(page, 'Will rates fall?')).toHaveCount(0);
    await expect(project(page)).toContainText('2 conversations');
    await project(page).click();
    await expect(panel(page)).toBeFocused();
    const undo = await move(page, 'Will rates fall?', 'No project');
    await undo.click();
    await openPanel(page, width);
    await expect(rowOf(page, 'Will rates fall?')).toBeVisible();

    await panel(page).getByRole('button', { name: 'Actions for Board papers' }).click();
    await page.getByRole('menuitem', { name: 'Delete Project' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Project' });
    await expect(question).toContainText('Its conversations are kept');
    await expectAccessibleAtOneWidth(page, 'project deletion');
    await question.getByRole('button', { name: 'Delete Project' }).click();
    await expect(project(page)).toHaveCount(0);
    await expect(rowOf(page, 'Will rates fall?')).toBeVisible();
    await expect(rowOf(page, 'And the dollar?')).toBeVisible();
    expect(pageErrors).toEqual([]);
  });
}

test('the first message in an open project starts a conversation in it', async ({ page, product, model }) => {
  await signUp(page, product);
  const created = await page.request.post(`${product.url}/api/projects`, {
    data: { name: 'Board papers', customInstructions: 'Write for the board.' },
  });
  expect(created.ok()).toBe(true);
  await page.reload();
  await project(page).click();
  await expect(page.getByRole('main').getByText('Board papers')).toBeVisible();
  await ask(page, 'Will rates fall?');
  await waitForAnswer(page);
  await expect(rowOf(page, 'Will rates fall?')).toBeVisible();
  await expect(panel(page).getByRole('heading', { name: 'Board papers' })).toBeVisible();
  const asked = () =>
    model.requests.map(({ body }) => JSON.stringify(body)).find((body) => body.includes('Will rates fall?'));
  await expect.poll(asked).toContain('Write for the board.');
});
