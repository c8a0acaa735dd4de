import { expectAccessible } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { report } from './files';
import { expect, signUp, test } from './fixtures';

const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year.';

test('an article and a file of a collection answer questions, and are hidden from other users', async ({
  guardedPage: page,
  server,
  openPage,
}) => {
  await signUp(page, server, '/collections');
  await expect(page.getByText('No collections yet')).toBeVisible();
  await page.getByRole('button', { name: 'New Collection' }).click();
  await page.getByLabel('Name').fill('Handbook');
  await page.getByRole('dialog').getByRole('button', { name: 'New Collection' }).click();
  await expect(page.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Add Article' }).click();
  await page.getByLabel('Title').fill('Vacation');
  await page.getByRole('textbox', { name: 'Text' }).fill(`## Days\n\n${policy}`);
  await page.reload();
  await page.getByRole('button', { name: 'Add Article' }).click();
  await expect(page.getByText('Your unsaved text was restored.')).toBeVisible();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Days' })).toBeVisible();
  await expectAccessible(page, 'preview of an article');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(`## Days\n\n${policy}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add Article' }).click();
  await expect(page.getByRole('button', { name: 'Vacation', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Upload Files' }).click();
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(report);
  await page.getByRole('button', { name: /^Upload 1 file/ }).click();
  await expect(page.getByRole('button', { name: 'Northwind report', exact: true })).toBeVisible();
  await expect(page.getByText('Processing')).toBeHidden();

  await page.getByLabel('Search in this collection').fill('margins');
  await page.getByRole('button', { name: 'Northwind report, page 2' }).click();
  await expect(page.getByRole('dialog').getByText('The board expects margins to widen')).toBeVisible();

  await page.goto(`${server.url}/qchat`);
  await ask(page, 'How many vacation days do employees have?');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText(policy);
  await answer(page).getByRole('button', { name: 'Collections(1)' }).click();
  await expect(answer(page).getByRole('link', { name: 'Handbook' })).toBeVisible();
  await answer(page).getByRole('button', { name: 'Save to collection' }).click();
  await page.getByRole('menuitem', { name: 'Handbook' }).click();
  await expect(page.getByText('Answer saved')).toBeVisible();

  await page.getByRole('button', { name: 'Collections: 1' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Handbook' }).click();
  await expect(page.getByRole('button', { name: 'Collections: none' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ask(page, 'How many vacation days are there?');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('I found nothing about that');

  const colleague = await openPage();
  const { pathname, search } = new URL(page.url());
  await signUp(colleague, server, `${pathname}${search}`);
  await expect(colleague.getByText("This conversation doesn't exist or was deleted.")).toBeVisible();
  await colleague.goto(`${server.url}/collections`);
  await expect(colleague.getByText('No collections yet')).toBeVisible();
  await colleague.goto(`${server.url}/qchat`);
  await ask(colleague, 'How many vacation days do employees have?');
  await waitForAnswer(colleague);
  await expect(answer(colleague)).toContainText('I found nothing about that');
});
