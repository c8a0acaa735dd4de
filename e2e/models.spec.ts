import type { Page } from '@playwright/test';
import { startModelServer } from '~/server/testing/fakes/model-server';
import { expectAccessible } from './accessibility';
import { ask, composer, messages, waitForAnswer } from './chat';
import { collectPageErrors, expect, type RunningServer, startServer, test } from './fixtures';

const admin = { email: 'grace@example.com', password: 'correct horse' };
const setupToken = 'open sesame';

async function post(page: Page, server: RunningServer, path: string, data: object) {
  const response = await page.request.post(`${server.url}/api${path}`, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as { id: string };
}

test('an administrator adds models, and questions are asked with each', async ({ page }) => {
  const [first, second] = await Promise.all([
    startModelServer({ script: { text: 'This is the house model.' } }),
    startModelServer({ script: { text: 'This is the lab model.' } }),
  ]);
  const server = await startServer({
    AI_BASE_URL: first.baseUrl,
    AI_MODEL: 'house-1',
    SETUP_ADMIN_EMAIL: admin.email,
    SETUP_TOKEN: setupToken,
  });
  const pageErrors = collectPageErrors(page, server);
  try {
    await post(page, server, '/register', admin);
    await post(page, server, '/admin/setup-production', { seedPositions: false, token: setupToken });

    await page.goto(`${server.url}/settings?tab=admin&section=models`);
    await page.getByRole('tab', { name: 'AI Models' }).click();
    await expect(page.getByText('From the settings')).toBeVisible();
    await page.getByRole('button', { name: 'Add Endpoint' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add model endpoint' });
    await dialog.getByLabel('Name').fill('Lab');
    await dialog.getByLabel('Address').fill('ftp://lab.example');
    await dialog.getByRole('button', { name: 'Add Endpoint' }).click();
    await expect(dialog.getByText('Use a URL that begins with http:// or https://')).toBeVisible();
    await dialog.getByLabel('Address').fill(second.baseUrl);
    await dialog.getByLabel('API key').fill('sk-lab');
    await dialog.getByLabel('Extra headers').fill('X-Team: research');
    await expectAccessible(page, 'endpoint');
    await dialog.getByRole('button', { name: 'Add Endpoint' }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: 'Add a model of Lab' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a model of Lab' });
    await expect(adding.getByText('1 model found')).toBeVisible();
    await adding.getByLabel('Model', { exact: true }).fill('test');
    await adding.getByLabel('Display name').fill('Lab model');
    await adding.getByLabel('Input price').fill('0.5');
    await adding.getByLabel('Output price').fill('1.5');
    await expectAccessible(page, 'model');
    await adding.getByRole('button', { name: 'Add Model' }).click();
    await expect(adding).toBeHidden();
    await page.getByRole('button', { name: 'Test Lab model' }).click();
    await expect(page.getByText(/Answered in .* This is the lab model\./)).toBeVisible();
    await page.getByRole('button', { name: 'Detect the abilities of Lab model' }).click();
    await expect(page.getByText(/\$0\.50 in, \$1\.50 out per million tokens · Tools · Images/)).toBeVisible();
    await expectAccessible(page, 'endpoints');
    expect(await page.content()).not.toContain('sk-lab');

    await page.goto(`${server.url}/qchat`);
    await page.getByRole('button', { name: 'AI model: house-1' }).click();
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Temperature').fill('0.5');
    await expectAccessible(page, 'picker');
    await page.getByRole('combobox', { name: 'Search models' }).fill('lab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'AI model: Lab model' })).toBeVisible();
    await ask(page, 'Who are you?');
    await expect(messages(page).getByText('This is the lab model.', { exact: true })).toBeVisible();
    await waitForAnswer(page);
    expect(second.requests.at(-1)).toMatchObject({
      headers: { authorization: 'Bearer sk-lab', 'x-team': 'research' },
      body: { model: 'test', temperature: 0.5 },
    });
    await expect(messages(page).last().getByText('Lab model', { exact: true })).toBeVisible();

    // The conversation continues with another model, and the choice survives a reload.
    await page.getByRole('button', { name: 'AI model: Lab model' }).click();
    await page.getByRole('option', { name: 'house-1' }).click();
    await ask(page, 'And you?');
    await expect(messages(page).getByText('This is the house model.', { exact: true })).toBeVisible();
    await waitForAnswer(page);
    await page.reload();
    await expect(page.getByRole('button', { name: 'AI model: house-1' })).toBeVisible();
    await expect(composer(page)).toBeVisible();
    await expectAccessible(page, 'conversation');

    // If an endpoint is down, the other models are offered.
    await first.close();
    await ask(page, 'Still there?');
    await page.getByRole('button', { name: 'Try with Lab model' }).click();
    await expect(messages(page).getByText('This is the lab model.', { exact: true })).toHaveCount(2);
    await waitForAnswer(page);
  } finally {
    await server.dispose();
    await Promise.all([first.close().catch(() => {}), second.close()]);
  }
  expect(pageErrors).toEqual([]);
});
